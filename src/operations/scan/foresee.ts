import type { FileFindings } from '../../model/findings.ts';
import { AppError } from '../../platform/errors.ts';
import { homeFiles } from '../../platform/paths.ts';
import { LoggedFailureSchema } from '../formats/error-log.ts';
import { rehearse } from '../home/dry-run.ts';
import { liveLines } from '../home/hook-logs.ts';
import type { Context } from '../operation.ts';
import { keptLine } from './excluded.ts';
import { groupStored } from './group.ts';
import { UNGROUPED } from './stored-findings.ts';

interface Foreseen {
  candidatesNew: number;
  candidatesUpdated: number;
  failuresIngested: number;
}

/**
 * What a scan would make of these findings and of the hooks' log: they are stored and grouped, and that is undone.
 * Past calls are those of earlier scans.
 */
export async function foresee(context: Context, findings: FileFindings[], full: boolean): Promise<Foreseen> {
  const failures = liveLines(homeFiles.errors(context.home), LoggedFailureSchema).filter(keptLine(context));
  const store = await context.store();
  try {
    return await rehearse(store, async (inside) => {
      const failuresIngested = await inside.ingestFailures(failures);
      for (const found of findings) await inside.applyFindings(found);
      const regroups = full || findings.length > 0 || (await inside.getState(UNGROUPED)) !== null;
      const { candidatesNew, candidatesUpdated } = regroups ? await groupStored(context, inside) : NONE;
      return { candidatesNew, candidatesUpdated, failuresIngested };
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'IO') throw error;
    context.warn(`how many candidates there would be is not counted: ${error.message}`);
    return NONE;
  }
}

const NONE: Foreseen = { candidatesNew: 0, candidatesUpdated: 0, failuresIngested: 0 };

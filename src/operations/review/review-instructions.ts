import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentFolder } from '../../agents/shared/agent-folders.ts';
import { readSmall } from '../../platform/files.ts';
import {
  type InstructionFile,
  type PreparedInstructions,
  prepareInstructions,
} from '../../review/instructions.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../operation.ts';

const NAMES = ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', 'GEMINI.md', join('.claude', 'CLAUDE.md')];
const FILE_BYTES_MAX = 1024 * 1024;
const PARENTS_MAX = 40;

/**
 * What agents are told already: the user's own files, and those of the project that a candidate comes from.
 * A candidate of several projects is measured against the user's files alone. Answers are kept per project.
 */
export async function instructionsOf(
  context: Context,
  store: Store,
): Promise<(projects: readonly string[]) => PreparedInstructions> {
  const own = userFiles(context);
  const roots = Map.groupBy(await store.listProjectRoots(), ({ project }) => project);
  const prepared = new Map<string, PreparedInstructions>();
  return (projects) => {
    const [project, second] = projects;
    const key = second === undefined ? (project ?? '') : '\0several';
    const known = prepared.get(key);
    if (known) return known;
    const folders =
      second !== undefined
        ? []
        : project === undefined
          ? [context.cwd]
          : (roots.get(project)?.map(({ root }) => root) ?? [project]);
    const made = prepareInstructions([...own, ...folders.flatMap(projectFiles)]);
    prepared.set(key, made);
    return made;
  };
}

function userFiles(context: Context): InstructionFile[] {
  return [
    join(agentFolder('claude-code', context.env), 'CLAUDE.md'),
    join(agentFolder('codex', context.env), 'AGENTS.md'),
    join(agentFolder('gemini-cli', context.env), 'GEMINI.md'),
  ].flatMap(readFile);
}

/** The files of a folder and of its parents up to the repository's root. */
function projectFiles(folder: string): InstructionFile[] {
  if (!folder.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(folder)) return [];
  const found: InstructionFile[] = [];
  let at = folder;
  for (let depth = 0; depth < PARENTS_MAX; depth += 1) {
    for (const name of NAMES) found.push(...readFile(join(at, name)));
    const parent = dirname(at);
    if (parent === at || existsSync(join(at, '.git'))) break;
    at = parent;
  }
  return found;
}

/** A file that is missing, too large or unreadable says nothing. */
function readFile(path: string): InstructionFile[] {
  const text = readSmall(path, FILE_BYTES_MAX)?.toString('utf8');
  return text === undefined ? [] : [{ path, text }];
}

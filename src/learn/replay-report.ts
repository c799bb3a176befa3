import { compare } from '../text/compare.ts';
import { tokensOfBytes } from './cost.ts';
import { addSessionFigures, ratio } from './replay-figures.ts';
import type { ProjectFigures, ProjectWalked, ReplayReport } from './replay-types.ts';

/** Adds up what the walks of all projects found. */
export function replayReport(walks: readonly ProjectWalked[], minConfidence: number): ReplayReport {
  const perProject = walks
    .map((walk) => walk.figures)
    .sort(
      (a, b) => b.recurrences - a.recurrences || b.toolCalls - a.toolCalls || compare(a.project, b.project),
    );
  const totals = total(perProject);
  const rest = perProject.slice(1);
  const [dominant] = perProject;
  const sum = (pick: (walk: ProjectWalked) => number): number =>
    walks.reduce((all, walk) => all + pick(walk), 0);
  const failing = sum((walk) => walk.failuresMatched);
  return {
    minConfidence,
    ...totals,
    goodCalls: totals.toolCalls - totals.failures,
    injections: sum((walk) => walk.figures.injections),
    recalls: sum((walk) => walk.figures.recalls),
    tokens: tokensOfBytes(sum((walk) => walk.injectedBytes)),
    precision: ratio(failing, failing + totals.callsDisturbed),
    candidates: sum((walk) => walk.candidates),
    silenced: sum((walk) => walk.silenced),
    withoutDominant: dominant && rest.length > 0 ? { ...total(rest), project: dominant.project } : null,
    perProject,
    perLesson: walks.flatMap((walk) => walk.lessons).sort(byUse),
  };
}

function total(projects: ProjectFigures[]) {
  const sum = (pick: (each: ProjectFigures) => number): number =>
    projects.reduce((all, each) => all + pick(each), 0);
  const toolCalls = sum((each) => each.toolCalls);
  const callsReached = sum((each) => each.callsReached);
  const callsTold = sum((each) => each.callsTold);
  return {
    sessions: sum((each) => each.sessions),
    toolCalls,
    failures: sum((each) => each.failures),
    recurrences: sum((each) => each.recurrences),
    recurrencesMet: sum((each) => each.recurrencesMet),
    metByCall: sum((each) => each.metByCall),
    metByRecall: sum((each) => each.metByRecall),
    callsDisturbed: sum((each) => each.callsDisturbed),
    callsReached,
    shareOfCalls: ratio(callsReached, toolCalls) ?? 0,
    callsTold,
    shareTold: ratio(callsTold, toolCalls) ?? 0,
    commandLike: addSessionFigures(projects.map((each) => each.commandLike)),
    other: addSessionFigures(projects.map((each) => each.other)),
  };
}

function byUse(a: ReplayReport['perLesson'][number], b: ReplayReport['perLesson'][number]): number {
  const met = b.metByCall + b.metByRecall - a.metByCall - a.metByRecall;
  return met || a.callsDisturbed - b.callsDisturbed || compare(a.summary, b.summary);
}

import type {
  LessonFigures,
  ProjectFigures,
  ProjectWalked,
  ReplayCandidate,
  SessionFigures,
} from './replay-types.ts';

/** Sets of pairs, so that everything is counted once per session. */
class SessionTally {
  readonly recurring = new Set<string>();
  readonly metByCall = new Set<string>();
  readonly metByRecall = new Set<string>();
  readonly disturbed = new Set<string>();
  told = 0;

  figures(): SessionFigures {
    return sessionFigures({
      recurring: this.recurring.size,
      metByCall: this.metByCall.size,
      metByRecall: this.metByRecall.size,
      met: new Set([...this.metByCall, ...this.metByRecall]).size,
      disturbed: this.disturbed.size,
      told: this.told,
    });
  }
}

type SessionCounts = Pick<
  SessionFigures,
  'recurring' | 'metByCall' | 'metByRecall' | 'met' | 'disturbed' | 'told'
>;

function sessionFigures(counts: SessionCounts): SessionFigures {
  return {
    ...counts,
    shareMetByCall: ratio(counts.metByCall, counts.recurring),
    shareMet: ratio(counts.met, counts.recurring),
    disturbedPerMet: ratio(counts.disturbed, counts.met),
    disturbedPerMetByCall: ratio(counts.disturbed, counts.metByCall),
  };
}

/** Sums of several projects; sessions are never shared between projects. */
export function addSessionFigures(all: SessionFigures[]): SessionFigures {
  const sum = (field: keyof SessionCounts): number => all.reduce((total, each) => total + each[field], 0);
  return sessionFigures({
    recurring: sum('recurring'),
    metByCall: sum('metByCall'),
    metByRecall: sum('metByRecall'),
    met: sum('met'),
    disturbed: sum('disturbed'),
    told: sum('told'),
  });
}

/** A share (0–1), or null of nothing. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** What happened in one project, while it is walked. */
export class ProjectTally {
  readonly project: string;
  readonly commandLike = new SessionTally();
  readonly other = new SessionTally();
  readonly lessons = new Map<string, LessonFigures & { sessions: Set<string> }>();
  sessions = 0;
  toolCalls = 0;
  failures = 0;
  /** Failing calls that a lesson acted at. */
  failuresMatched = 0;
  recurrences = 0;
  recurrencesMet = 0;
  metByCall = 0;
  metByRecall = 0;
  callsDisturbed = 0;
  callsReached = 0;
  callsTold = 0;
  injections = 0;
  recalls = 0;
  injectedBytes = 0;

  constructor(project: string) {
    this.project = project;
  }

  kinds(commandLike: boolean): SessionTally {
    return commandLike ? this.commandLike : this.other;
  }

  lesson(candidate: ReplayCandidate): LessonFigures & { sessions: Set<string> } {
    let figures = this.lessons.get(candidate.key);
    if (!figures) {
      figures = {
        project: this.project,
        summary: candidate.summary,
        kind: candidate.kind,
        metByCall: 0,
        metByRecall: 0,
        callsDisturbed: 0,
        sessionsDisturbed: 0,
        injections: 0,
        recalls: 0,
        sessions: new Set(),
      };
      this.lessons.set(candidate.key, figures);
    }
    return figures;
  }

  walked(): Omit<ProjectWalked, 'candidates' | 'silenced'> {
    const lessons = [...this.lessons.values()].map(({ sessions: _, ...figures }) => figures);
    const { failuresMatched, injectedBytes } = this;
    return { figures: this.#figures(), lessons, failuresMatched, injectedBytes };
  }

  #figures(): ProjectFigures {
    return {
      project: this.project,
      sessions: this.sessions,
      toolCalls: this.toolCalls,
      failures: this.failures,
      recurrences: this.recurrences,
      recurrencesMet: this.recurrencesMet,
      metByCall: this.metByCall,
      metByRecall: this.metByRecall,
      callsDisturbed: this.callsDisturbed,
      callsReached: this.callsReached,
      callsTold: this.callsTold,
      injections: this.injections,
      recalls: this.recalls,
      commandLike: this.commandLike.figures(),
      other: this.other.figures(),
    };
  }
}

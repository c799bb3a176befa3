import type { Config } from '../model/config.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Env, lessonsHome } from '../platform/paths.ts';
import type { Store } from '../store/port.ts';
import { detectActor } from './actor.ts';
import { readConfig } from './home/config-file.ts';
import type { Actor, Context } from './operation.ts';

interface ContextOptions {
  home?: string;
  cwd?: string;
  env?: Env;
  clock?: Clock;
  actor?: Actor;
  warn?: (line: string) => void;
  progress?: (line: string) => void;
}

/** A context that must be closed when the work is done. */
export interface OwnedContext extends Context {
  close(): Promise<void>;
}

/**
 * What operations run in: made of the process unless told otherwise. Config and store are read on first use,
 * so that a command which needs neither touches no file.
 */
export function makeContext(options: ContextOptions = {}): OwnedContext {
  const env = options.env ?? process.env;
  const clock = options.clock ?? systemClock;
  const home = options.home ?? lessonsHome(env);
  let config: Config | null = null;
  let opened: Promise<Store> | null = null;
  return {
    home,
    cwd: options.cwd ?? workingDirectory(home),
    env,
    clock,
    actor: options.actor ?? detectActor(env, process.stdin.isTTY === true),
    get config() {
      config ??= readConfig(home);
      return config;
    },
    set config(value: Config) {
      config = value;
    },
    store() {
      opened ??= openLessonStore(home, clock);
      return opened;
    },
    warn: options.warn ?? (() => {}),
    progress: options.progress ?? (() => {}),
    async close() {
      const store = await opened?.catch(() => null);
      opened = null;
      await store?.close();
    },
  };
}

/** Where we run; the data folder where that folder has been deleted meanwhile. */
function workingDirectory(home: string): string {
  try {
    return process.cwd();
  } catch {
    return home;
  }
}

/**
 * The main store with the similarity index that finds near-duplicates.
 * @param kind `openInMemory`: a new one, which is never written
 */
export async function openLessonStore(
  home: string,
  clock: Clock,
  kind: 'openStore' | 'openInMemory' = 'openStore',
): Promise<Store> {
  const [stores, { lessonIndexer }] = await Promise.all([
    import('../store/sqlite/index.ts'),
    import('./lesson/similar-lessons.ts'),
  ]);
  return stores[kind](home, clock, lessonIndexer);
}

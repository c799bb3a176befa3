import { ADDRESSES } from './addresses.ts';
import { ARGUMENTS } from './arguments.ts';
import { BUILDERS } from './builders.ts';
import { CLIENTS } from './clients.ts';
import { DATA } from './data.ts';
import { DENIED } from './denied.ts';
import { ENVIRONMENT } from './environment.ts';
import { FILE_TOOLS } from './file-tools.ts';
import { FOREIGN } from './foreign.ts';
import { GIT } from './git.ts';
import { MET_NONE } from './met-nothing.ts';
import { MISSING } from './missing.ts';
import { PLACES } from './places.ts';
import { PROMPTS } from './prompts.ts';
import { SERVICES } from './services.ts';
import type { Shape } from './shape.ts';
import { SHELL } from './shell.ts';
import { SUBCOMMANDS } from './subcommands.ts';
import { TEXT_PROGRAMS } from './text-programs.ts';
import { TOOLS } from './tools.ts';
import { USAGE } from './usage.ts';
import { WINDOWS } from './windows.ts';

/** The messages that are known, and how each is told. The first that an error has tells it: the more particular stand before. */
export const SHAPES: readonly Shape[] = [
  ...FOREIGN,
  ...TEXT_PROGRAMS,
  ...USAGE,
  ...ARGUMENTS,
  ...SUBCOMMANDS,
  ...MET_NONE,
  ...BUILDERS,
  ...CLIENTS,
  ...SHELL,
  ...WINDOWS,
  ...MISSING,
  ...PROMPTS,
  ...ENVIRONMENT,
  ...PLACES,
  ...ADDRESSES,
  ...GIT,
  ...SERVICES,
  ...DATA,
  ...DENIED,
  ...TOOLS,
  ...FILE_TOOLS,
];

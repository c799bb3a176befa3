/**
 * The library: for authors of agent runtimes. Everything here runs on Node ≥ 22.13 and on Bun.
 * @module lessons-learned
 */
export { agentSpecs, transcriptReaders } from './agents/index.ts';
export { Detector } from './capture/detect.ts';
export { matchCall, matchError } from './inject/match.ts';
export { renderLoop, renderPitfalls } from './inject/render.ts';
export { select } from './inject/select.ts';
export { shellView } from './inject/shell-view.ts';
export { openManifest } from './manifest/read.ts';
export * from './model/index.ts';
export { makeContext } from './operations/context.ts';
export { loadOperations, operationEntries } from './operations/index.ts';
export { runOperation } from './operations/run-operation.ts';
export { AppError } from './platform/errors.ts';
export { lessonsHome } from './platform/paths.ts';
export * from './review/writ.ts';
export type { Store } from './store/port.ts';
export { openStore } from './store/sqlite/index.ts';
export { redact } from './text/redact.ts';
export { compilePattern } from './triggers/compile-pattern.ts';

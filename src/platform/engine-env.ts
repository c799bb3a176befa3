/**
 * Environment of a process of ours that works for seconds, beside one like it on every other core. The last stage of
 * compilation takes another core's time and memory, and makes nothing faster that is mostly search and short
 * expressions; the stage before it waits until a function has proved to run often. Collecting garbage beside the
 * work, or with helpers, takes the core that the other process runs on.
 */
export const BRIEF_WORK_ENV = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '4000',
  BUN_JSC_useConcurrentGC: '0',
  BUN_JSC_numberOfGCMarkers: '1',
};

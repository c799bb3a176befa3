/**
 * Environment of a process of ours that works for seconds, beside one like it on every other core. The last stage of
 * compilation takes another core's time and memory, and makes nothing faster that is mostly search and short
 * expressions; the stages before it wait until a function has proved to run often. Most of what tells of a mistake runs
 * a few hundred times, and compiling that costs more than it spares. Collecting garbage beside the work, or with
 * helpers, takes the core that the other process runs on.
 */
export const BRIEF_WORK_ENV = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_thresholdForJITAfterWarmUp: '3000',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '4000',
  BUN_JSC_useConcurrentGC: '0',
  BUN_JSC_numberOfGCMarkers: '1',
};

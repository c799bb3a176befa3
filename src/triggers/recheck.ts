/**
 * recheck is a CommonJS module. Loaded through this one: what Bun writes for an `import()` of CommonJS calls a helper
 * under a name that minifying may give to something else there, and then it fails at run time.
 */
export { checkSync } from 'recheck/lib/browser.js';

/** Version of this program; a test compares it with `package.json`. */
export const VERSION = '0.1.0';

declare const LESSONS_BUILD: string | undefined;

/** Tells builds of other source apart, of one version too; the source itself has no such name. */
export const BUILD = typeof LESSONS_BUILD === 'string' ? LESSONS_BUILD : 'source';

// recheck's file carries its checker twice: as code, and as the text of a worker that only its asynchronous `check`
// starts. Left in, 1.4 MB of text stand among what every start of the executable asks the kernel to read ahead.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const MODULE = 'recheck/lib/browser.js';
const WORKER_TEXT = /(\bvar (\w+)=)`"use strict";[\s\S]*?`(?=;function \w+\(\)\{let \w+=new Blob\(\[\2\])/;

/** Writes recheck without the worker to a folder, and the path of a `tsconfig.json` that has it imported from there. */
export function recheckAlone(root, folder) {
  const whole = readFileSync(createRequire(import.meta.url).resolve(MODULE), 'utf8');
  const alone = whole.replace(WORKER_TEXT, '$1""');
  if (alone.length === whole.length)
    throw new Error(`${MODULE} holds no worker's text where the build cuts it out`);
  writeFileSync(join(folder, 'recheck.js'), alone);
  const config = join(folder, 'tsconfig.json');
  const base = relative(folder, join(root, 'tsconfig.json')).replaceAll('\\', '/');
  const compilerOptions = { paths: { [MODULE]: ['./recheck.js'] } };
  writeFileSync(config, JSON.stringify({ extends: base, compilerOptions }));
  return config;
}

import { describe, expect, test } from 'bun:test';
import { sharedRemedy } from './shared-remedy.ts';

const folder = (program: string) => `Give \`${program}\` the folder.`;
const quote = (glob: string) => `Quote the glob (\`${glob}\`).`;

describe('what is advised of several sightings', () => {
  test('is what the first advises, where others differ in names alone', () => {
    expect(sharedRemedy([folder('rg'), folder('ag'), folder('ack')])).toBe(folder('rg'));
  });

  test('is also what others advise, where two do', () => {
    expect(sharedRemedy([folder('rg'), quote('*.tea'), folder('rg'), quote('*.milk')])).toBe(
      'Give `rg` the folder. In other calls: quote the glob (`*.tea`).',
    );
    expect(sharedRemedy([folder('rg'), quote('*.tea')])).toBe(folder('rg'));
  });

  test('is that of one call alone where it tells what worked there', () => {
    const worked = 'Run `brew tea` instead; it worked.';
    expect(sharedRemedy([worked, folder('rg'), folder('ag')])).toBe(worked);
    expect(sharedRemedy([folder('rg'), worked, worked])).toBe(folder('rg'));
  });
});

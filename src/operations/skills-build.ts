import { dirname } from 'node:path';
import { z } from 'zod';
import { counted } from '../model/counted.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { enableSkills, type SkillReport } from './home/skill-files.ts';
import { operation } from './operation.ts';

const output = z.object({
  skills: z.array(
    z.object({ name: z.string(), tool: z.string(), lessons: z.int(), files: z.array(z.string()) }),
  ),
  written: z.array(z.string()),
  removed: z.array(z.string()),
  kept: z.array(z.string()).describe('Changed by hand, or not ours: left as they are.'),
});

export const skillsBuild = operation({
  name: 'skill.build',
  docs: 'Writes one SKILL.md for every tool (tag tool:…) with at least skillThreshold active lessons, into the data folder and into the skills folder of each agent that is there. From then on the hook tells the digest of a skill once, in place of its single context lessons; every build keeps the skills up to date and removes those whose lessons are gone. A file that was changed by hand is left alone.',
  input: z.object({}),
  output,
  readOnly: false,
  cli: {
    command: ['skills', 'build'],
    render: ({ skills, written, removed }) => {
      const lines = skills.map(
        (skill) => `${skill.name}: ${counted(skill.lessons, 'lesson')} about ${skill.tool}`,
      );
      if (lines.length === 0)
        lines.push('No tool has enough active lessons for a skill (see the setting skillThreshold).');
      if (written.length === 0) {
        const folders = skills.flatMap((skill) => skill.files.map((file) => dirname(dirname(file))));
        for (const folder of new Set(folders)) lines.push(`  up to date in ${folder}`);
      }
      for (const file of written) lines.push(`  wrote ${file}`);
      for (const file of removed) lines.push(`  removed ${file}`);
      return lines.join('\n');
    },
  },
  async run(context) {
    enableSkills(context.home);
    const told: SkillReport = { skills: [], written: [], removed: [], kept: [] };
    await rebuildManifest(context, (report) => Object.assign(told, report));
    return told;
  },
});

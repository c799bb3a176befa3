import type { Story } from './story.ts';

/** A trajectory of SWE-agent. */
export function trajectory(story: Story): unknown {
  const state = JSON.stringify({ open_file: 'n/a', working_dir: story.cwd });
  const steps = story.steps.flatMap((step, n) => {
    const said = story.steps[n - 1];
    const thought = said && 'say' in said ? said.say : '';
    if ('run' in step) {
      const observation = step.exit === 0 ? step.out : `bash: ${step.out}`;
      return [
        { action: `${step.run}\n`, observation, response: thought, thought, state, execution_time: 0.5 },
      ];
    }
    if (!('edit' in step)) return [];
    const observation =
      step.error === undefined
        ? `[File: ${step.edit} (3 lines total)]\n1:ok`
        : `Your proposed edit has introduced new syntax error(s).\n${step.error}`;
    return [
      {
        action: `edit 1:1\n${step.new}\nend_of_edit`,
        observation,
        response: thought,
        thought,
        state: JSON.stringify({ open_file: step.edit, working_dir: story.cwd }),
      },
    ];
  });
  return { environment: 'swe_main', trajectory: steps, history: [], info: {} };
}

/**
 * Records the transcripts of `npm run demo` with the real client: `node scripts/bun.mjs test/kit/record-demo.ts`.
 * The model is scripted; commands, results and the transcript format are real. Paths and ids of the machine are
 * replaced, and what the client adds for itself is left out.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installClient } from '../../scripts/install-client.mjs';
import { ClientSession, type Machine, makeMachine, transcripts } from './client.ts';
import { bash, startModelServer, type Turn } from './model-server.ts';
import { lessons } from './shop.ts';

const VERSION = '2.1.197';
const TARGET = join(import.meta.dir, '..', 'fixtures', 'demo');
const SHOP = '/home/dev/shop';

interface Story {
  name: string;
  prepare(machine: Machine): void;
  prompts: string[];
  turns(machine: Machine): Turn[];
}

const git = (cwd: string, ...args: string[]) => {
  const result = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`);
};
const run = (command: string, text?: string): Turn => ({ tools: [bash(command)], ...(text ? { text } : {}) });

const stories: Story[] = [
  {
    name: 'tag',
    prepare: ({ project }) => writeFileSync(join(project, 'service.env'), 'PORT=3000\nHOST=localhost\n'),
    prompts: ['Let the service listen on port 8080.'],
    turns: () => [
      run("sed -i '' 's/PORT=3000/PORT=8080/' service.env", 'I change the port in service.env.'),
      run("sed -i 's/PORT=3000/PORT=8080/' service.env && cat service.env"),
      {
        text: [
          'The service listens on port 8080 now.',
          '',
          '#lesson',
          'tool: Bash',
          "trigger: sed -i ''",
          "mistake: On Linux, sed -i '' takes the empty string as the script and the script as a file name, so nothing is edited.",
          "fix: Leave the empty argument out with GNU sed: sed -i 's/old/new/' FILE.",
          'tags: tool:sed, platform:linux',
          '#/lesson',
        ].join('\n'),
      },
    ],
  },
  {
    name: 'failure-and-fix',
    prepare({ root, project }) {
      git(root, 'init', '-q', '--bare', '-b', 'main', 'origin.git');
      git(project, 'init', '-q', '-b', 'main');
      git(project, 'config', 'user.name', 'Dev');
      git(project, 'config', 'user.email', 'dev@example.org');
      writeFileSync(join(project, 'prices.csv'), 'sku,price\nA1,10\n');
      git(project, 'add', '.');
      git(project, 'commit', '-qm', 'Start');
      git(project, 'remote', 'add', 'origin', join(root, 'origin.git'));
      git(project, 'push', '-q', '-u', 'origin', 'main');
    },
    prompts: ['Raise the price of A1 to 12 on a branch of its own, and push it.'],
    turns: () => [
      run(
        "git switch -q -c raise-prices && sed -i 's/A1,10/A1,12/' prices.csv && git commit -qam 'Raise the price of A1'",
      ),
      run('git push', 'Now I push the branch.'),
      run('git push --set-upstream origin raise-prices', 'The branch has no upstream yet, so I name it.'),
      { text: 'The branch raise-prices is pushed.' },
    ],
  },
  {
    name: 'user-correction',
    prepare({ project }) {
      mkdirSync(join(project, 'src'), { recursive: true });
      writeFileSync(
        join(project, 'src', 'logger.js'),
        'export const logger = { info: (text) => process.stderr.write(`${text}\\n`) };\n',
      );
    },
    prompts: [
      'Log each order in src/orders.js when it is placed.',
      "No, don't use console.log here: its output ends up in the customers' receipts. Always log with the logger from src/logger.js in this project.",
    ],
    turns: ({ project }) => [
      {
        tools: [
          {
            tool: 'Write',
            input: {
              file_path: join(project, 'src', 'orders.js'),
              content: 'export function placeOrder(order) {\n  console.log(`order ${order.id} placed`);\n}\n',
            },
          },
        ],
      },
      { text: 'Each order is logged when it is placed.' },
      {
        tools: [
          {
            tool: 'Edit',
            input: {
              file_path: join(project, 'src', 'orders.js'),
              old_string: 'export function placeOrder(order) {\n  console.log(`order ${order.id} placed`);',
              new_string:
                "import { logger } from './logger.js';\n\nexport function placeOrder(order) {\n  logger.info(`order ${order.id} placed`);",
            },
          },
        ],
      },
      { text: 'Orders are logged with the logger now.' },
    ],
  },
];

async function record(story: Story, binary: string): Promise<void> {
  const lanes: Turn[] = [];
  const server = await startModelServer([{ name: 'main', turns: lanes }]);
  const machine = makeMachine(server.url);
  machine.lessonsHome = join(machine.home, '.local', 'share', 'lessons-learned');
  try {
    story.prepare(machine);
    lanes.push(...story.turns(machine));
    lessons(machine, ['init', '--agent', 'claude-code']);
    const session = new ClientSession(binary, machine);
    for (const prompt of story.prompts) await session.prompt(prompt);
    await session.end();
    const [file] = transcripts(machine);
    const text = scrub(readFileSync(file!, 'utf8'), machine);
    writeFileSync(join(TARGET, `${story.name}.jsonl`), text);
    console.log(`${story.name}: ${text.split('\n').length - 1} lines, ${text.length} characters`);
  } finally {
    await server.close();
    machine.remove();
  }
}

/** Lines of the conversation, and of our own hooks, with the machine's paths taken out. */
function scrub(text: string, machine: Machine): string {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => {
      const { type, attachment } = JSON.parse(line);
      return type !== 'attachment' || String(attachment?.type).startsWith('hook_');
    });
  const folder = (path: string) => path.replace(/[^a-zA-Z0-9]/g, '-');
  return `${lines.join('\n')}\n`
    .replaceAll(machine.project, SHOP)
    .replaceAll(folder(machine.project), folder(SHOP))
    .replaceAll(machine.home, '/home/dev')
    .replaceAll(machine.root, '/srv');
}

const binary = installClient(VERSION);
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
for (const story of stories) await record(story, binary);

import {
  INNER_HOST,
  NOT_IN_REGISTRY,
  NOT_JSON,
  PLAIN_FOR_TLS,
  PORT_TAKEN,
} from '../../../text/known-messages.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { portNamed, startedServer } from '../../failures/causes/addresses.ts';
import { code, cut, fenced } from '../prose.ts';
import type { Shape } from './shape.ts';

const ADDRESS =
  /https?:\/\/((?:[\w-]+\.)*[\w-]+:\d{2,5})\b|\b((?:\d{1,3}\.){3}\d{1,3}:\d{2,5}|localhost:\d{2,5})\b/;

const START_CHARS = 160;

/** The port that a command names. */
const portOf = (command: string): string | undefined =>
  /(?:--?p(?:ort)?[ =]|:|http\.server )(\d{2,5})\b/.exec(command)?.[1];

const takenPort = ({ salient, call }: OpenFailure): string | undefined =>
  portNamed(salient) ?? portOf(call.command);

/** Nobody listens at an address; of the place where another one is the right one. */
const refusedBy = (kind: 'network' | 'environment'): Shape => ({
  pattern:
    /connection refused|ECONNREFUSED|failed to connect to (\S+) port (\d{2,5})\b|couldn't connect to server/i,
  kind,
  say: (m, { who, open }) => {
    const found = ADDRESS.exec(open.error);
    const named = m[1] && m[2] ? `${m[1]}:${m[2]}` : undefined;
    const address = named ?? found?.[1] ?? found?.[2];
    return address ? `${who}: nobody listens at ${code(address)}` : `${who}: ${m[0].toLowerCase()}`;
  },
  remedy: (_m, { open }) => {
    const start = startedServer(open);
    return start ? `Start the server first (${fenced(cut(start, START_CHARS))}); then it answers.` : '';
  },
});

const BRINGS = /\b(?:curl|wget)\b/;

/** Who was asked, and answered otherwise than expected or not at all. */
export const ADDRESSES: readonly Shape[] = [
  {
    pattern: /\bcannot find zipfile directory in /,
    anyLine: true,
    say: (_m, { who, open }) =>
      BRINGS.test(open.call.command)
        ? 'What was downloaded is no archive: a page of an error, mostly'
        : `${who}: the file is no such archive`,
    hint: (_m, { open }) =>
      BRINGS.test(open.call.command)
        ? 'Look at what came (`head -c 300 FILE`), and ask with `curl -fL`: a wrong address then fails by itself.'
        : '',
  },
  {
    pattern: PLAIN_FOR_TLS,
    say: (_m, { who, open }) => {
      const address = ADDRESS.exec(open.error)?.[1];
      return `${who} speaks HTTPS to ${address ? code(address) : 'a server'}, which speaks HTTP`;
    },
  },
  {
    pattern: PORT_TAKEN,
    say: (_m, { who, open }) => {
      const port = takenPort(open);
      return `${who}: ${port ? `port ${code(port)}` : 'the port'} is taken by what still listens there`;
    },
    remedy: (_m, { open }) => {
      const port = takenPort(open) ?? 'PORT';
      return `End the former server first (${code(`lsof -ti:${port} | xargs kill`)}), or take another port.`;
    },
  },
  ...(['network', 'environment'] as const).map(refusedBy),
  {
    pattern: INNER_HOST,
    kind: 'environment',
    say: (m, { who }) =>
      `${who} runs where the host ${code((m[1] ?? m[2] ?? m[3])!)} is unknown: outside of the containers`,
  },
  {
    pattern:
      /unable to access 'https:\/\/([^/']+)[^']*': ((?:schannel|SSL|TLS|gnutls|server certificate)\b[^,:]{0,60})/i,
    kind: 'environment',
    say: (m, { who }) => `${who} comes to no secure connection with ${code(m[1]!)}: ${m[2]}`,
    remedy: (_m, { part }) =>
      part?.program === 'git'
        ? 'Give git the certificates of this network (`http.sslCAInfo`) or another backend (`http.sslBackend`): switching the check off (`http.sslVerify=false`) is no lasting way.'
        : '',
  },
  {
    pattern: NOT_JSON,
    kind: 'api-misuse',
    say: (_m, { who }) => `${who}: the answer is no JSON: the address may be a wrong one`,
  },
  {
    pattern: /^Extra data: line (\d+)/,
    kind: 'api-misuse',
    say: (m, { who }) => `Behind the JSON that ${who} hands on stands something else, in line ${m[1]}`,
    remedy: (_m, { open }) =>
      /\s(?:-w|--write-out)\b/.test(open.call.command)
        ? 'Write the body to a file (`-o FILE`) and what `-w` prints apart from it: a parser of JSON takes one value.'
        : '',
  },
  {
    pattern: NOT_IN_REGISTRY,
    say: (m, { who }) => `${who}: the registry has no package ${code(cut(m[1]!, 44))}`,
  },
];

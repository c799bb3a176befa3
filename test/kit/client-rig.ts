import { afterAll, beforeAll, describe } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_VERSIONS, installClient } from '../../scripts/install-client.mjs';
import { startTerminal, type Terminal } from '../support/terminal.ts';
import { ClientSession, type Machine, makeMachine } from './client.ts';
import { builtExecutable } from './executable.ts';
import { type Lane, type MessagesRequest, type ModelServer, startModelServer } from './model-server.ts';
import { besideResult, lastCalls } from './shop.ts';

const skipped = process.env['LESSONS_SKIP_CLIENT'];
if (skipped) console.log(`the real client is not run: LESSONS_SKIP_CLIENT=${skipped}`);

/** A machine whose client talks to a scripted model. */
export interface Stage {
  server: ModelServer;
  machine: Machine;
}

/** One version of the real client, and what the tests with it leave to be cleared away. */
class ClientRig {
  /** The client's executable, from the first test on. */
  binary = '';
  readonly version: string;
  readonly #closing: (() => Promise<void>)[] = [];

  constructor(version: string) {
    this.version = version;
    beforeAll(() => {
      this.binary = installClient(version);
      builtExecutable();
    });
    afterAll(async () => {
      for (const close of this.#closing) await close();
    });
  }

  /** A machine of its own before a model that follows these scripts. */
  async stage(lanes: Lane[]): Promise<Stage> {
    const server = await this.serve(lanes);
    const machine = makeMachine(server.url);
    this.#closing.push(async () => machine.remove());
    return { server, machine };
  }

  /** A model that follows these scripts, until the tests are over. */
  async serve(lanes: Lane[]): Promise<ModelServer> {
    const server = await startModelServer(lanes);
    this.#closing.push(() => server.close());
    return server;
  }

  session(machine: Machine, args: string[] = []): ClientSession {
    return new ClientSession(this.binary, machine, args);
  }

  /** The client in a terminal, past the questions of its first start. */
  terminal(machine: Machine, args: string[] = []): Terminal {
    const state = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [machine.env['ANTHROPIC_API_KEY']], rejected: [] },
      projects: { [machine.project]: { hasTrustDialogAccepted: true } },
    };
    writeFileSync(join(machine.home, '.claude.json'), JSON.stringify(state));
    return startTerminal([this.binary, ...args], {
      env: machine.env,
      cwd: machine.project,
      cols: 120,
      rows: 50,
    });
  }
}

/**
 * Runs tests with every supported version of the real client.
 * LESSONS_SKIP_CLIENT=1 skips them (say why in the log), for machines without a package registry.
 */
export function describeClients(name: string, tests: (rig: ClientRig) => void): void {
  describe.skipIf(Boolean(skipped)).each(CLIENT_VERSIONS)(`${name} %s`, (version) =>
    tests(new ClientRig(version)),
  );
}

/** What came back for a call of the turn that led to a request. */
export function resultIn(request: MessagesRequest | undefined, call = 0): ReturnType<typeof besideResult> {
  return besideResult(request, lastCalls(request)[call] ?? '');
}

// A real NATS server as a process that may be killed, stopped and started again on its port.

import { type ChildProcess, spawn } from 'node:child_process';
import * as net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findNats } from '../harness/nats-server.ts';

const PROGRAM = findNats();
/** Why tests that need one cannot run here. */
export const NO_NATS = PROGRAM === undefined ? 'skipped, for there is no nats-server on this machine: ' : '';
const START_LIMIT_MS = 10_000;

export class Nats {
  readonly port: number;
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<Nats> {
    const nats = new Nats(await freePort());
    await nats.again();
    return nats;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async again(): Promise<void> {
    this.#child = spawn(PROGRAM ?? '', ['-a', '127.0.0.1', '-p', String(this.port)], { stdio: 'ignore' });
    const until = performance.now() + START_LIMIT_MS;
    while (!(await answers(this.port))) {
      if (performance.now() > until) throw new Error('nats-server does not start');
      await delay(20);
    }
  }

  /** SIGSTOP: its connections stand, and nothing passes. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

function freePort(): Promise<number> {
  const server = net.createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

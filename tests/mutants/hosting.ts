// A host (host.ts) in a process of its own: asked for one run after the other, ended and begun anew when one does not come back.

import { type ChildProcess, fork } from 'node:child_process';
import * as path from 'node:path';
import { systemClock } from '@fairtick/kernel/clock';
import { root } from '../planted-bugs/scratch.ts';
import type { Asked, Told } from './host.ts';

const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && 'failed' in value;

export class Host {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  /** What the next host process must not take for known. */
  #changed: string[] = [];

  constructor(folder: string, env: Readonly<Record<string, string>> = {}) {
    this.#folder = folder;
    this.#env = { ...process.env, ...env };
  }

  /** These files have another text from now on. */
  changed(file: string): void {
    this.#changed.push(path.join(this.#folder, file));
  }

  /** undefined when it took longer than that. */
  async run(tests: readonly string[], limitMs: number): Promise<Told | undefined> {
    const child = await this.#begun();
    const asked: Asked = { changed: this.#changed, tests: tests.map((test) => path.join(this.#folder, test)) };
    this.#changed = [];
    const answered = Promise.withResolvers<Told | undefined>();
    const onMessage = (told: unknown): void => {
      if (isTold(told)) answered.resolve(told);
    };
    const onExit = (): void => answered.resolve(undefined);
    child.on('message', onMessage).on('exit', onExit);
    const cancel = systemClock.after(limitMs, () => answered.resolve(undefined));
    child.send(asked);
    const told = await answered.promise;
    cancel();
    child.off('message', onMessage).off('exit', onExit);
    if (!told) this.end();
    return told;
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #begun(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const child = fork(path.join(root, 'tests', 'mutants', 'host.ts'), [this.#folder], {
      ...{ cwd: this.#folder, env: this.#env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () => reject(new Error('the host of the tests does not start')));
    });
    return child;
  }
}

// Many demo users over a few connections: for what must be there before something can be measured.

import { systemClock } from '@fairtick/kernel/clock';
import { between, isAccepted, openWire, type Wire } from './wire.ts';

const CONNECTIONS = 64;

export class Crowd {
  readonly #wires: readonly Wire[];
  readonly #tokens: readonly string[];
  #keys = 0;

  private constructor(wires: readonly Wire[], tokens: readonly string[]) {
    this.#wires = wires;
    this.#tokens = tokens;
  }

  static async enter(appUrl: string, users: number): Promise<Crowd> {
    const wires = await Promise.all(Array.from({ length: CONNECTIONS }, () => openWire(appUrl)));
    const tokens: string[] = [];
    const enter = async (wire: Wire): Promise<void> => {
      for (; tokens.length < users; ) {
        const at = tokens.push('') - 1;
        const answer = await wire.call('/api/user/createAccountDemoForU', '{}', '');
        if (!isAccepted(answer)) throw new Error(`no account: ${answer}`);
        tokens[at] = between(answer, '"token":"');
      }
    };
    await Promise.all(wires.map(enter));
    return new Crowd(wires, tokens);
  }

  /** One accepted order by each of the users `from` to `to` - 1, as far as they come until then (UTC ms). Returns who is next. */
  async order(from: number, to: number, path: string, body: string, untilMs = Infinity): Promise<number> {
    let next = from;
    const send = async (wire: Wire): Promise<void> => {
      while (next < to && systemClock.now() < untilMs) {
        const token = this.#tokens[next++ % this.#tokens.length] ?? '';
        this.#keys += 1;
        const answer = await wire.call(path, body, `authorization: ${token}\r\nidempotency-key: c${this.#keys}\r\n`);
        if (!isAccepted(answer)) throw new Error(`${path}: ${answer}`);
      }
    };
    await Promise.all(this.#wires.map(send));
    return next;
  }

  leave(): void {
    for (const wire of this.#wires) wire.close();
  }
}

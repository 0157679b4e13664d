// The users' side: keeps what was sent and what was answered, sends things again, and holds the server to its answers.

import type { Random } from '@fairtick/kernel/random';
import type { TriggerScan } from './checks/triggers.ts';
import type { Watch } from './checks/watch.ts';
import { chance, pick } from './events.ts';
import type { ServerProcess } from './process.ts';
import { type Answered, type Request, send } from './requests.ts';
import type { KnownUser } from './scene.ts';
import { Askings, neverTaken, type Oddity } from './strange.ts';

interface Sent {
  readonly request: Request;
  /** Why no screen would have sent it. */
  readonly odd: readonly Oddity[];
  /** The first answer that binds, as text. */
  answer: string | undefined;
}

/** How many requests may be sent again. */
const REMEMBERED = 400;
/** Answered by how things stand when they are asked, so only that they were done binds; what they are refused for is looked at before the key is. */
const AS_IT_STANDS = new Set(['limits_set', 'cool_off']);
/** Faults of the server's own, or of another request: they bind nobody. */
const FREE = new Set(['INTERNAL', 'KEY_REUSED']);

export class Clients {
  readonly #watch: Watch;
  readonly #scan: TriggerScan;
  readonly #knowsOption: (id: bigint) => boolean;
  readonly users: KnownUser[];
  #sent: Sent[] = [];
  readonly counts: Record<string, number> = {};
  readonly askings = new Askings();

  constructor(watch: Watch, scan: TriggerScan, users: KnownUser[], knowsOption: (id: bigint) => boolean) {
    this.#watch = watch;
    this.#scan = scan;
    this.users = users;
    this.#knowsOption = knowsOption;
  }

  send(server: ServerProcess, request: Request, odd: readonly Oddity[] = []): void {
    const sent: Sent = { request, odd, answer: undefined };
    this.askings.asked(request, odd);
    this.#sent.push(sent);
    if (this.#sent.length > REMEMBERED) this.#sent.shift();
    this.#deliver(server, sent, request);
  }

  /** The same request under the same key: the same answer, and no second effect. What was never answered comes first. */
  repeat(server: ServerProcess, random: Random): void {
    const unanswered = this.#sent.filter(({ answer }) => answer === undefined);
    const sent = pick(random, unanswered.length > 0 && !chance(random, 3) ? unanswered : this.#sent);
    if (sent) this.#deliver(server, sent, sent.request);
  }

  /** A key that was used, with another body: refused, unless the first one never arrived. */
  otherBody(server: ServerProcess, random: Random): void {
    const [from, to] = [pick(random, this.#sent), pick(random, this.#sent)];
    if (!from || !to || from.request.user?.id !== to.request.user?.id || from.answer === undefined) return;
    if (!AS_IT_STANDS.has(to.request.call)) this.#underKeyOf(server, from, to.request);
  }

  #underKeyOf(server: ServerProcess, from: Sent, to: Request): void {
    const other: Request = { ...to, key: from.request.key };
    if (JSON.stringify([other.call, other.input]) === JSON.stringify([from.request.call, from.request.input])) return;
    this.askings.asked(other, ['key']);
    void send(server, other).then(
      (answered) => {
        this.askings.answered(['key'], answered.ok);
        if (server.state !== 'dead' && (answered.ok || !FREE.has(answered.error.error)))
          this.#watch.fail('a key is bound to its body', `${from.request.key}: ${JSON.stringify(answered)}`);
      },
      () => {},
    );
  }

  /** An order under a key of the same user that something else was asked by. */
  staleKey(server: ServerProcess, random: Random, request: Request): void {
    const used = this.#sent.filter(
      (sent) =>
        sent.request.user?.id === request.user?.id && sent.request.key !== request.key && sent.answer !== undefined,
    );
    const from = pick(random, used);
    if (from && !AS_IT_STANDS.has(from.request.call)) this.#underKeyOf(server, from, request);
  }

  #deliver(server: ServerProcess, sent: Sent, request: Request): void {
    void send(server, request).then(
      (answered) => {
        if (server.state !== 'dead') this.#heard(sent, answered);
      },
      // Nobody knows what became of it.
      () => {},
    );
  }

  #heard(sent: Sent, answered: Answered): void {
    const { request } = sent;
    const said = answered.ok ? 'ok' : answered.error.error;
    const place = `${request.call} ${said}`;
    this.counts[place] = (this.counts[place] ?? 0) + 1;
    if (!answered.ok && FREE.has(answered.error.error)) {
      if (answered.error.error === 'KEY_REUSED') this.#watch.fail('the same body is not another one', request.key);
      return;
    }
    // The key of a demo account is no password: after two minutes it answers with the account no more.
    if (request.call === 'createAccountDemoForU' && said === 'SESSION_EXPIRED') return;
    const asItStands = AS_IT_STANDS.has(request.call);
    if (asItStands && !answered.ok) return;
    const text = JSON.stringify(asItStands ? 'done' : sorted(answered));
    if (sent.answer !== undefined && sent.answer !== text)
      this.#watch.fail('one answer per key', `${request.key}: first ${sent.answer}, then ${text}`);
    if (sent.answer === undefined) this.askings.answered(sent.odd, answered.ok);
    if (answered.ok && neverTaken(sent.odd))
      this.#watch.fail('what no ticket sends is refused', `${sent.odd.join(' ')}: ${JSON.stringify(request.input)}`);
    if (sent.answer === undefined && answered.ok) this.#acknowledged(request, answered.value);
    sent.answer = text;
  }

  /** What was acknowledged is stored. */
  #acknowledged(request: Request, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (request.call === 'createAccountDemoForU' && 'token' in value && typeof value.token === 'string') {
      const id = BigInt(value.token);
      if (!this.#watch.database.table('users').has(id)) this.#watch.fail('nothing acknowledged is lost', `user ${id}`);
      if (!this.users.some((user) => user.id === id)) this.users.push({ id, realm: 'demo' });
      return;
    }
    if (!('Id' in value) || typeof value.Id !== 'string') return;
    const id = BigInt(value.Id);
    const stored = request.call === 'micro_submit' ? this.#knowsOption(id) : this.#scan.newest(id) !== undefined;
    if (!stored) this.#watch.fail('nothing acknowledged is lost', `${request.call} ${id}`);
  }
}

/** The database keeps JSON without the order of its fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

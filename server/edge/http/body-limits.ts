// How long a request may take to arrive. Most have ten seconds; only who was admitted to send a file gets longer.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';

export interface ArrivalLimits {
  /** For headers and body of a request. */
  readonly requestMs: number;
  /** For a file. */
  readonly uploadMs: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = { requestMs: 10_000, uploadMs: 90_000 };
const STEP_MS = 250;

/** One timer for all bodies that are still under way. */
export class BodyLimits {
  readonly #clock: Clock;
  readonly #limits: ArrivalLimits;
  readonly #cut: (response: ServerResponse) => void;
  readonly #due = new Map<IncomingMessage, { readonly ms: number; readonly response: ServerResponse }>();
  #cancel: CancelTimer | undefined;

  /** `cut` ends a request that takes too long, whether it was answered or not. */
  constructor(clock: Clock, limits: ArrivalLimits, cut: (response: ServerResponse) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#cut = cut;
  }

  /** From here on its time runs. A request without a body has arrived already. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
    this.#watch(request, response, this.#limits.requestMs);
  }

  /** Its body may take as long as a file does. */
  beginUpload(request: IncomingMessage, response: ServerResponse): void {
    this.#watch(request, response, this.#limits.uploadMs);
  }

  /** Asked once its body was read: a file is read later, and what nobody reads has its time all the same. */
  read(request: IncomingMessage): void {
    if (request.complete) this.#due.delete(request);
  }

  get waiting(): number {
    return this.#due.size;
  }

  #watch(request: IncomingMessage, response: ServerResponse, limitMs: number): void {
    this.#due.set(request, { ms: this.#clock.monotonic() + limitMs, response });
    this.#cancel ??= this.#clock.every(STEP_MS, () => this.#sweep());
  }

  #sweep(): void {
    const now = this.#clock.monotonic();
    for (const [request, due] of this.#due) {
      if (request.complete || request.destroyed) this.#due.delete(request);
      else if (due.ms <= now) {
        this.#due.delete(request);
        this.#cut(due.response);
      }
    }
    if (this.#due.size > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

// What happens on the way to the database: waits that the world ends one by one, faults that were ordered, and the death of the process. Each
// operation passes here before and after its effect.

import { SqlError } from './rows.ts';

/** `lost`: the connection breaks before the effect; `lost_after`: after it; `zombie`: at a commit that is decided later. */
export type Fault = 'conflict' | 'defect' | 'lost' | 'lost_after' | 'zombie';

interface Ordered {
  readonly fault: Fault;
  operations: number;
}

/** Never settles: what asked is dead, and nothing of it goes on. */
const forever = (): Promise<never> => new Promise<never>(() => {});

const lost = (): Error => new Error('Connection terminated unexpectedly');

export class Weather {
  slow = false;
  away = false;
  dead = false;
  /** Operations until the process dies, and on which side of the effect. */
  #death: { operations: number; readonly after: boolean } | undefined;
  #faults: Ordered[] = [];
  #parked: (() => void)[] = [];
  #onDeath: () => void;
  operations = 0;
  /** Faults that a batch answers with INTERNAL: then a tick's call may be refused for no reason of the market. */
  defects = 0;

  constructor(onDeath: () => void) {
    this.#onDeath = onDeath;
  }

  get parked(): number {
    return this.#parked.length;
  }

  order(fault: Fault, operations: number): void {
    this.#faults.push({ fault, operations });
  }

  dieAt(operations: number, after: boolean): void {
    this.#death = { operations, after };
  }

  /** Nothing was ordered that the next operation would use up. */
  get untroubled(): boolean {
    return !this.dead && !this.slow && !this.away && this.#faults.length === 0 && !this.#death;
  }

  calm(): void {
    this.#faults = [];
    this.#death = undefined;
    this.slow = false;
    this.away = false;
    this.letGo(Number.POSITIVE_INFINITY);
  }

  /** Lets waiting operations go on, oldest first. */
  letGo(count: number): void {
    for (const resume of this.#parked.splice(0, count)) resume();
  }

  die(): void {
    this.dead = true;
    this.#parked = [];
    this.#onDeath();
  }

  /** Before the effect. Returns the fault that the effect or its answer must still have. */
  async before(): Promise<Fault | undefined> {
    if (this.dead) return forever();
    if (this.slow) {
      await new Promise<void>((resume) => this.#parked.push(resume));
      if (this.dead) return forever();
    }
    this.operations += 1;
    if (this.#death && this.#death.operations-- <= 0 && !this.#death.after) {
      this.die();
      return forever();
    }
    if (this.away) throw new SqlError('ECONNREFUSED', 'connect ECONNREFUSED');
    const fault = this.#dueFault();
    if (fault === 'lost') throw lost();
    if (fault === 'conflict') throw new SqlError('40001', 'could not serialize access');
    if (fault === 'defect') {
      this.defects += 1;
      throw new SqlError('XX001', 'something nobody thought of');
    }
    return fault;
  }

  /** After the effect. */
  async after(fault: Fault | undefined): Promise<void> {
    if (this.dead) return forever();
    if (this.#death && this.#death.operations < 0) {
      this.die();
      return forever();
    }
    if (fault !== undefined) throw lost();
  }

  #dueFault(): Fault | undefined {
    let due: Fault | undefined;
    this.#faults = this.#faults.filter((ordered) => {
      if (due !== undefined || ordered.operations-- > 0) return true;
      due = ordered.fault;
      return false;
    });
    return due;
  }
}

// The one reader of settings. Every server reads announced versions before their moment and switches at that moment by the database's clock; one
// that could not read for longer than an announcement lasts is out of step, and opens no order until it has read again.

import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Queries } from '../database/pools.ts';
import type { Logger } from '../logger.ts';
import { DatabaseClock } from './database-clock.ts';
import type { AnySetting, Setting, SettingsReader, SettingVersion } from './setting.ts';
import { readVersions, type VersionPage } from './table.ts';

const READ_EVERY_MS = 1_000;
/** A server that has not read for longer than this may have missed an announcement. Below the 5 s from an announcement to its moment. */
const TRUST_MS = 4_000;
/** A timer's longest delay. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

export interface SettingsOptions {
  readonly db: Queries;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: readonly AnySetting[];
}

/** Told once the settings of these keys have switched. */
export type SwitchListener = (keys: ReadonlySet<string>) => void;

interface Known {
  readonly setting: AnySetting;
  /** By version. */
  readonly versions: SettingVersion[];
  /** Versions that are not the setting's, by hand or by a newer release: while one is in force nothing opens. */
  readonly faulty: Set<number>;
}

export class SettingsRegistry implements SettingsReader {
  readonly #options: SettingsOptions;
  readonly #known: ReadonlyMap<string, Known>;
  readonly #databaseClock: DatabaseClock;
  readonly #listeners = new Set<SwitchListener>();
  #current = new Map<string, SettingVersion>();
  /** Keys whose version in force is faulty: the one before is still read. */
  #faultyNow: readonly string[] = [];
  #nextSwitchMs = Infinity;
  #switches = 0;
  #announced = 0;
  #place = 0n;
  #readMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #timers: { read: CancelTimer; switch: CancelTimer } | undefined;
  #failing = false;

  private constructor(options: SettingsOptions) {
    this.#options = options;
    this.#known = new Map(
      options.settings.map((setting) => [setting.key, { setting, versions: [], faulty: new Set<number>() }]),
    );
    this.#databaseClock = new DatabaseClock(options.clock);
  }

  /** With everything that is in force. The error is a sentence that names a setting without a value, or with a faulty one. */
  static async open(options: SettingsOptions): Promise<Result<SettingsRegistry, string>> {
    const registry = new SettingsRegistry(options);
    const faults = await registry.#read();
    registry.#switchTo(registry.#databaseClock.now());
    for (const [key, { versions }] of registry.#known)
      if (versions.length === 0 || !registry.#current.has(key))
        return err(faults.get(key) ?? `The setting ${key} has no value: the database was seeded by another release.`);
    const [faulty] = registry.#faultyNow;
    return faulty === undefined ? ok(registry) : err(faults.get(faulty) ?? `The setting ${faulty} is faulty.`);
  }

  /** Reads announcements from now on, and switches when their moments come. */
  start(): void {
    const { clock } = this.#options;
    this.#timers ??= { read: clock.every(READ_EVERY_MS, () => void this.refresh()), switch: () => {} };
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#timers?.read();
    this.#timers?.switch();
    this.#timers = undefined;
    await this.#reading;
  }

  /** Reads what was announced since; one reading at a time. A failure is told to the log, and `inStep` tells how long it lasts. */
  refresh(): Promise<void> {
    this.#reading ??= this.#look().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** As in force at this moment. */
  read<T>(setting: Setting<T>): T {
    this.#advance();
    return setting.valueOf(this.#versionNow(setting.key));
  }

  /**
   * As in force at `timeMs` (UTC ms), past or near future: what holds for ticks of the log goes by their time, so that a replay decides equally.
   */
  readAt<T>(setting: Setting<T>, timeMs: number): T {
    const known = this.#known.get(setting.key);
    return setting.valueOf((known && inForce(known, timeMs)) ?? this.#versionNow(setting.key));
  }

  /** The moments at which one of these keys switches or switched, UTC ms, ascending. */
  moments(keys: Iterable<string>): number[] {
    const found = new Set<number>();
    for (const key of keys)
      for (const { effectiveFrom } of this.#known.get(key)?.versions ?? []) found.add(effectiveFrom);
    return [...found].sort((a, b) => a - b);
  }

  /** Versions known so far: what `readAt` and `moments` answer of the future stays the same as long as this does. */
  get announced(): number {
    return this.#announced;
  }

  /** What `make` makes of the settings, made anew when one of them has switched. */
  derived<T>(make: (settings: SettingsReader) => T): () => T {
    let kept: { readonly switches: number; readonly value: T } | undefined;
    return () => {
      this.#advance();
      kept = kept?.switches === this.#switches ? kept : { switches: this.#switches, value: make(this) };
      return kept.value;
    };
  }

  /** Told of each switch, at its moment. */
  onSwitch(listener: SwitchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** False while a change may have been announced that this server does not know, or one is in force that it can't read: nothing may open then. */
  get inStep(): boolean {
    this.#advance();
    return this.#options.clock.monotonic() - this.#readMs <= TRUST_MS && this.#faultyNow.length === 0;
  }

  health(): {
    inStep: boolean;
    switches: number;
    nextSwitch: number | null;
    clockErrorMs: number;
    faulty: readonly string[];
  } {
    return {
      inStep: this.inStep,
      switches: this.#switches,
      clockErrorMs: this.#databaseClock.errorMs,
      nextSwitch: this.#nextSwitchMs === Infinity ? null : this.#nextSwitchMs,
      faulty: this.#faultyNow,
    };
  }

  async #look(): Promise<void> {
    const { logger } = this.#options;
    try {
      for (const sentence of (await this.#read()).values()) logger.error({}, sentence);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) logger.warn({ err: error }, 'settings cannot be read');
      this.#failing = true;
    }
    this.#advance();
    this.#schedule();
  }

  /** The faults of what is new, by key. */
  async #read(): Promise<Map<string, string>> {
    const { db, clock } = this.#options;
    const faults = new Map<string, string>();
    let page: VersionPage;
    do {
      const askedMs = clock.monotonic();
      page = await readVersions(db, this.#place);
      this.#databaseClock.heard(askedMs, page.databaseMs);
      for (const version of page.versions) this.#learn(version, faults);
      this.#place = page.place;
      if (page.versions.length === 0) this.#readMs = askedMs;
    } while (page.versions.length > 0);
    return faults;
  }

  #learn(version: SettingVersion, faults: Map<string, string>): void {
    const known = this.#known.get(version.key);
    // Another release knows what it is for.
    if (!known) return;
    const before = known.versions.findLast((one) => !known.faulty.has(one.version));
    const fault = known.setting.fault(version.value, before?.value);
    if (fault !== undefined) {
      faults.set(version.key, fault);
      known.faulty.add(version.version);
    }
    known.versions.push(version);
    this.#announced += 1;
    this.#nextSwitchMs = Math.min(this.#nextSwitchMs, version.effectiveFrom);
  }

  #versionNow(key: string): SettingVersion {
    const version = this.#current.get(key);
    if (!version) throw new Error(`the setting ${key} was not declared when the settings were opened`);
    return version;
  }

  #advance(): void {
    const nowMs = this.#databaseClock.now();
    if (nowMs >= this.#nextSwitchMs) this.#switchTo(nowMs);
  }

  #switchTo(nowMs: number): void {
    const switched = new Set<string>();
    const faulty: string[] = [];
    let nextMs = Infinity;
    for (const [key, known] of this.#known) {
      const version = inForce(known, nowMs);
      if (version && version !== this.#current.get(key)) switched.add(key);
      if (version) this.#current.set(key, version);
      const newest = known.versions.findLast(({ effectiveFrom }) => effectiveFrom <= nowMs);
      if (newest && known.faulty.has(newest.version)) faulty.push(key);
      for (const { effectiveFrom } of known.versions)
        if (effectiveFrom > nowMs) nextMs = Math.min(nextMs, effectiveFrom);
    }
    this.#nextSwitchMs = nextMs;
    this.#faultyNow = faulty;
    if (switched.size === 0) return;
    this.#switches += 1;
    for (const listener of this.#listeners) this.#tell(listener, switched);
  }

  #tell(listener: SwitchListener, keys: ReadonlySet<string>): void {
    this.#options.logger.info({ keys: [...keys] }, 'settings switched');
    try {
      listener(keys);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'a listener failed at a switch of settings');
    }
  }

  /** Listeners are told at the moment itself, also when nobody reads. */
  #schedule(): void {
    if (!this.#timers) return;
    this.#timers.switch();
    const waitMs = Math.max(0, Math.ceil(this.#nextSwitchMs - this.#databaseClock.now()));
    if (this.#nextSwitchMs === Infinity) return;
    const again = (): void => {
      this.#advance();
      this.#schedule();
    };
    this.#timers.switch = this.#options.clock.after(Math.min(waitMs, LONGEST_WAIT_MS), again);
  }
}

/** The newest version whose moment has come, of those that can be read. */
const inForce = ({ versions, faulty }: Known, timeMs: number): SettingVersion | undefined =>
  versions.findLast(({ version, effectiveFrom }) => effectiveFrom <= timeMs && !faulty.has(version));

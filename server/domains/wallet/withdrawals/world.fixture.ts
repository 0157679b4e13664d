// One user with money, a house and the wallet's records in memory, on which decisions about withdrawals are made and applied one after the other.

import { amount, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import { NOTHING_LOCKED, type Standing } from '../../accounts/index.ts';
import { type Account, Accounts, HOUSE } from '../../ledger/index.ts';
import { WalletBatch } from '../part.ts';
import type { CurrencyOut, WalletSettings } from '../settings.ts';
import type { Destination, Withdrawal } from '../types.ts';
import { decideRequest, type WithdrawalRequest } from './rules.ts';
import type { Deciding } from './staff-rules.ts';
import type { Decided, WithdrawalChange, WithdrawalState } from './state.ts';

export const USER: Id = 7n;
export const [ANN, BEN, CAT]: readonly [Id, Id, Id] = [101n, 102n, 103n];
export const DAY_MS = 86_400_000;
export const NOW_MS = 1_800_000_000_000;

/** Nobody here borrows. */
export const NO_LOANS = { came: () => ({}), ended: () => ({}) };

export const dollars = (text: string) => amount(readUnits(text));

const USDT: CurrencyOut = {
  ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6 },
  ...{ feeType: 1, drawRate: dollars('5'), min: dollars('10'), max: dollars('50000') },
};

export const PLACE: Destination = {
  ...{ id: 50n, realm: 'live', userId: USER, kind: 'coin', currency: 'USDT', network: 'evm:1' },
  ...{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', tag: '', detailsSealed: new Uint8Array() },
  ...{ placeMac: new Uint8Array(32), label: 'mine', owner: 'me', walletKind: 'exchange' },
  ...{ boundTime: NOW_MS - 30 * DAY_MS, usableTime: NOW_MS - 29 * DAY_MS, removedTime: undefined },
};

const accountsOf = (change: string, pool: string): Account[] =>
  [
    [1n, USER, 'change', change],
    [2n, HOUSE, 'clearing:withdrawal', '0'],
    [3n, HOUSE, 'external', `-${pool}`],
    [4n, HOUSE, 'fees', '0'],
  ].map(([id, ownerId, kind, available]) => ({
    ...{ id, ownerId, kind, realm: 'live', locked: amount(0n), available: dollars(String(available)) },
  })) as Account[];

interface Terms {
  readonly change?: string;
  readonly pool?: string;
  readonly places?: readonly Destination[];
}

export class World {
  standing: Standing = { ...NOTHING_LOCKED, real: true, verifiedTime: 1, nowMs: NOW_MS, lang: 'en' };
  settings: WalletSettings = {
    ...{ options: [], currencies: [USDT], rates: new Map([['USDT', { currency: 'USDT', pairId: undefined }]]) },
    limits: {
      ...{ day: dollars('100000'), twoPeople: dollars('10000') },
      ...{ unverified: dollars('0'), travel: dollars('1000') },
    },
  };
  /** As a proof of client money that has failed. */
  paused = false;
  /** What repaying a late loan costs. */
  overdueLoan = amount(0n);
  readonly wallet: WalletBatch;
  readonly ledger: Accounts;
  /** Types of the journals so far. */
  readonly journals: string[] = [];
  readonly acts: string[] = [];
  readonly told: string[] = [];
  #ids = 1_000n;

  constructor({ change = '200000', pool = '1000000', places = [PLACE] }: Terms = {}) {
    const none = { receipts: [], deposits: [], withdrawals: [], approvals: [] };
    this.wallet = new WalletBatch({ ...none, destinations: places, paused: false }, [USER], this.settings);
    const owners = [USER, HOUSE].map((id) => ({ id, realm: 'live' as const, version: 0 }));
    this.ledger = new Accounts({ owners, accounts: accountsOf(change, pool) });
  }

  get state(): WithdrawalState {
    const { settings, wallet } = this;
    const asked = {
      settings,
      paused: this.paused,
      destinations: wallet.destinations,
      withdrawals: wallet.withdrawals,
      receipts: wallet.receipts,
      approvalsOf: (id: Id) => wallet.approvalsOf(id),
    };
    return {
      ...{ accounts: { standing: () => this.standing }, ledger: this.ledger, wallet: asked },
      loans: { overdue: () => this.overdueLoan },
      market: {
        pair: () => undefined,
        tradable: () => 'hours',
        view: { logIndex: 0, quote: () => undefined },
        // The server's clock is a day ahead: no hold may go by it.
        nowMs: NOW_MS + DAY_MS,
      },
      newId: () => {
        this.#ids += 1n;
        return this.#ids;
      },
    };
  }

  apply({ wallet = {}, ledger, acts = [], notices = [] }: WithdrawalChange): void {
    for (const one of wallet.destinations ?? []) this.wallet.destinations.put(one);
    for (const one of wallet.receipts ?? []) this.wallet.receipts.put(one);
    for (const one of wallet.approvals ?? []) this.wallet.approve(one);
    for (const one of wallet.withdrawals ?? []) this.wallet.withdrawals.put(one);
    for (const one of ledger?.journals ?? []) {
      this.ledger.apply(one);
      this.journals.push(one.type);
    }
    this.acts.push(...acts.map(({ kind }) => kind));
    this.told.push(...notices.map(({ kind }) => kind));
  }

  /** 'ok', or the name of the refusal with what it says. */
  does(decided: Decided): string {
    if (decided.ok) this.apply(decided.value);
    return decided.ok ? 'ok' : [decided.error.error, ...Object.values(decided.error.params ?? {})].join(' ');
  }

  ask(number: string, more: Partial<WithdrawalRequest> = {}) {
    return decideRequest(this.state, {
      ...{ realm: 'live', userId: USER, key: 'k', currencyId: 1, number, memo: '', destinationId: PLACE.id },
      ...{
        shown: '',
        known: { hasWithdrawn: true, hasTraded: true, isShared: false, isOwnName: true },
        isOurs: false,
        ...more,
      },
    });
  }

  asks(number: string, more: Partial<WithdrawalRequest> = {}): string {
    const asked = this.ask(number, more);
    return this.does(asked.ok ? { ok: true, value: asked.value.change } : asked);
  }

  /** The newest. */
  get newest(): Withdrawal {
    const one = this.wallet.withdrawals.active(USER).at(-1);
    assert(one !== undefined, 'something was asked for');
    return one;
  }

  /** With every right, where none are said. */
  by(staffId: Id, grants: readonly string[] = ['do', 'propose', 'check']): Deciding {
    return { id: this.newest.id, key: 's', staffId, may: (grant) => grants.includes(grant) };
  }

  put(change: Partial<Withdrawal>): void {
    this.wallet.withdrawals.put({ ...this.newest, ...change });
  }

  /** Available and locked of the user, clearing, pool and fees. */
  get money(): string[] {
    const [user, clearing, pool, fees] = [1n, 2n, 3n, 4n].map((id) => this.ledger.byId(id));
    assert(user !== undefined && clearing !== undefined && pool !== undefined && fees !== undefined, 'accounts');
    return [user.available, user.locked, clearing.available, pool.available, fees.available].map((units) =>
      String(units / ONE_DOLLAR),
    );
  }
}

const ONE_DOLLAR = readUnits('1');

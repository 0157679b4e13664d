// Money in over a real database: users who say what they sent, with pictures of their own, on options that a test names.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { LanguageKey } from '@fairtick/contract/languages';
import { systemClock } from '@fairtick/kernel/clock';
import { amount, readUnits } from '@fairtick/kernel/decimal';
import { type Id, idGenerator } from '@fairtick/kernel/ids';
import { seededRandom } from '@fairtick/kernel/random';
import { marketNow } from '@fairtick/server/domains/market/index';
import { depositRoutes, type WalletSettings } from '@fairtick/server/domains/wallet/index';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { Records } from '@fairtick/server/platform/records/records';
import { imageKeeper, keptFiles } from '../../harness/kept-images.ts';
import { createWorld, type World } from '../../harness/world.ts';

const usd = (text: string) => amount(readUnits(text));

const coin = { kind: 'coin', network: 'evm:1', protocol: 'ERC20', token: '', confirmations: 12 } as const;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const bank = {
  ...{ kind: 'bank' as const, bank_name: 'Bank', bank_address: '', bank_swift: 'DEUTDEFF', payee_name: 'Fairtick' },
  ...{ payee_account: 'DE89370400440532013000', bank_remark: 'Deposit {uid} of {uid}', places: 2 },
} as const;
export const OPTIONS: WalletSettings['options'] = [
  { ...coin, id: 1, currency: 'USDT', address: ADDRESS, places: 6, min: usd('10') },
  {
    ...coin,
    id: 2,
    currency: 'BTC',
    network: 'bitcoin',
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    places: 8,
    min: usd('0.01'),
  },
  { ...bank, id: 3, currency: 'USD', min: usd('10') },
  { ...bank, id: 4, currency: 'EUR', min: usd('0.01'), places: 3 },
  // Nothing turns it into USD.
  { ...coin, id: 5, currency: 'XYZ', address: ADDRESS, places: 6, min: usd('10') },
];

export interface Desk {
  readonly world: World;
  readonly handlers: ReturnType<typeof depositRoutes>;
  /** A real user, verified or not. */
  person(verified?: boolean): Promise<Id>;
  /** A link to an image of theirs that nothing was used for. */
  image(userId: Id): Promise<string>;
  context(userId: Id, more?: { key?: string; lang?: LanguageKey }): RequestContext;
  sql<T>(text: string, values?: readonly unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export async function openDesk(limits: Partial<WalletSettings['limits']> = {}): Promise<Desk> {
  const world = await createWorld({
    settings: (settings) => ({
      ...settings,
      wallet: {
        ...settings.wallet,
        options: OPTIONS,
        rates: new Map(
          [
            ['USDT', undefined],
            ['USD', undefined],
            ['EUR', 1],
            ['BTC', 21],
          ].map(([currency, pairId]) => [
            String(currency),
            { currency: String(currency), pairId: pairId === undefined ? undefined : Number(pairId) },
          ]),
        ),
        limits: { ...settings.wallet.limits, ...limits },
      },
    }),
  });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'desk-'));
  const { db } = world;
  const files = keptFiles(db, folder);
  const keep = imageKeeper(db, folder, files);
  const handlers = depositRoutes({
    ...{ db: db.app, files, newId: idGenerator(systemClock, 78) },
    records: new Records({ pool: db.app, clock: systemClock, random: seededRandom(2) }),
    settings: () => world.settings.wallet,
    market: () => marketNow(world.server.market, world.clock.now()),
  });
  let keys = 0;
  return {
    world,
    handlers,
    async person(verified = true) {
      const id = await world.realUser(0);
      if (verified) await db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [id]);
      return id;
    },
    image: keep,
    context(userId, { key, lang = 'en' } = {}) {
      keys += 1;
      return {
        principal: { kind: 'user', userId, realm: 'live', tokenHash: new Uint8Array() },
        ...{ lang, key: key ?? `desk-key-${keys}`, address: '127.0.0.1', agent: '', deviceHash: null, requestId: '' },
      };
    },
    async sql<T>(text: string, values: readonly unknown[] = []) {
      return (await db.owner.query<T & object>(text, [...values])).rows;
    },
    async close() {
      await world.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Whoever follows, as they ask for it on the real pipeline: each act under a key of its own.

import type { Id } from '@fairtick/kernel/ids';
import { FollowingCommands } from '@fairtick/server/domains/copying/following/commands';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { testKeys } from './outside.ts';
import type { World } from './world.ts';

type Asked<N extends 'follow' | 'settings'> = Omit<Parameters<FollowingCommands[N]>[0], 'trader_id'>;

const FIRST = { multiple: '1', max_amount: '10000', mode: 'lots', stop_amount: '' } as const;
/** What is empty stays. */
const AS_BEFORE = { multiple: '', max_amount: '', mode: '', stop_amount: '', paused: '' } as const;

let keys = 0;

export function followingOf(world: World, follower: Id) {
  const of = new FollowingCommands({
    ...{ db: world.db.app, keys: testKeys, reads: () => world.db.app },
    submit: (command) => world.server.pipeline.submit(command),
  });
  const context = (): RequestContext => {
    keys += 1;
    return {
      principal: { kind: 'user', userId: follower, realm: 'live', tokenHash: new Uint8Array(32) },
      ...{ lang: 'en', key: `following-${keys}`, address: '127.0.0.1', agent: 'test', deviceHash: null },
      requestId: `following-${keys}`,
    };
  };
  return {
    follow: (trader: Id, change: Partial<Asked<'follow'>> = {}) =>
      of.follow({ trader_id: String(trader), ...FIRST, ...change }, context()),
    sets: (trader: Id, change: Partial<Asked<'settings'>>) =>
      of.settings({ trader_id: String(trader), ...AS_BEFORE, ...change }, context()),
    leave: (trader: Id) => of.leave({ trader_id: String(trader), close: '' }, context()),
  };
}

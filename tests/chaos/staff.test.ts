// kill -9 while the staff freezes, proposes and decides: of the server, and of its PostgreSQL. What was answered is done once, with its act, its
// notice and its letter; what was not answered is done once by the same key sent again. And letters that a dead server was sending leave all the same.

import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@fairtick/kernel/random';
import { createOwnerPool, type Pool } from '@fairtick/server/platform/database/pools';
import { expect, test } from 'vitest';
import { brokenInvariants } from '../harness/invariants.ts';
import { headerOf, openPostOffice } from '../harness/post-office.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { insertStaff } from '../harness/staff.ts';
import { DataFolder, Server } from './server.ts';
import { lapse, StaffCrew, staffFindings } from './staff-crew.ts';

const LAPSED = 7_000_020n;
const USERS = [7_000_000n, 7_000_010n, LAPSED];
const DEATHS = ['server', 'database', 'server'] as const;
/** With a letter in hand, whichever dies. */
const HOLDING = 2;
/** Requests that are answered between two deaths: more than were in the air, so that some were asked of what came back. */
const BETWEEN = 8;
const LETTERS_MS = 20_000;

/** An office where letters wait before they are taken, for as long as it is closed. */
async function openSlowOffice() {
  let closed = false;
  const waiting: (() => void)[] = [];
  const office = await openPostOffice({
    onMailFrom(_address, _session, callback) {
      if (closed) waiting.push(callback);
      else callback();
    },
  });
  return {
    office,
    inHand: (): boolean => waiting.length > 0,
    shut(): void {
      closed = true;
    },
    goOn(): void {
      closed = false;
      for (const take of waiting.splice(0)) take();
    },
  };
}

/** Messages that a dead server was sending are due again at once: their lease is a minute, which no test waits for. */
const released = (owner: Pool) => owner.query('UPDATE outbox SET due_time = 0 WHERE sent_time IS NULL');
const count = async (owner: Pool, where: string): Promise<number> =>
  Number((await owner.query<{ n: bigint }>(`SELECT count(*) AS n FROM outbox WHERE ${where}`)).rows[0]?.n);

test('whatever dies: no act lost, none done twice, every letter sent', async () => {
  const { office, inHand, shut, goOn } = await openSlowOffice();
  const folder = new DataFolder();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${office.port}`, SMTP_FROM: 'no-reply@example.com' };
  let server = await Server.start({ dataDir: folder.dir, env: mail });
  const owner = createOwnerPool(folder.ownerUrl());
  // A connection that dies with PostgreSQL is no fault of the test's.
  owner.on('error', () => {});
  let crew: StaffCrew | undefined;
  try {
    for (const id of USERS) await insertRealUser({ owner }, id, 0);
    await lapse(owner, LAPSED);
    const members = [];
    for (let n = 0; n < 2; n += 1) members.push(await insertStaff({ owner }, { roles: ['compliance'] }));
    const checker = await insertStaff({ owner }, { roles: ['owner'] });
    const random = seededRandom(71);
    crew = new StaffCrew({ url: () => server.consoleUrl, members, checker, users: USERS, random });
    const { told } = crew;
    for (const [round, victim] of DEATHS.entries()) {
      if (round < HOLDING) shut();
      await crew.answered(BETWEEN + random.below(BETWEEN));
      if (round < HOLDING) {
        await released(owner);
        await crew.until(inHand);
      }
      if (victim === 'server') {
        await server.kill();
        if (round < HOLDING) expect(await count(owner, 'sent_time IS NULL AND attempts > 0')).toBeGreaterThan(0);
        server = await Server.start({ dataDir: folder.dir, env: mail });
      } else {
        const pid = folder.postmaster();
        if (pid === undefined) throw new Error('PostgreSQL does not run');
        process.kill(pid, 'SIGKILL');
      }
      goOn();
    }
    await crew.answered(BETWEEN);
    await crew.until(() => told.freezes > 0 && told.accepted > 0 && told.instead > 0);
    await crew.home();
    console.log(JSON.stringify(told));
    expect(told.again).toBeGreaterThan(0);
    expect(told.strange).toEqual([]);
    expect([await staffFindings(owner, told, LAPSED), await brokenInvariants(owner)]).toEqual([[], []]);
    const until = performance.now() + LETTERS_MS;
    for (let left = await count(owner, 'sent_time IS NULL'); left > 0; left = await count(owner, 'sent_time IS NULL')) {
      if (performance.now() > until) throw new Error(`${left} letters were not sent`);
      await released(owner);
      await delay(500);
    }
    // At least once, and a second copy says that it is one: it has the same Message-ID.
    const ids = new Set(office.taken.map((letter) => headerOf(letter, 'message-id')));
    expect([ids.size, ids.has('')]).toEqual([await count(owner, 'true'), false]);
  } finally {
    crew?.leave();
    await owner.end();
    await server.kill();
    await folder.remove();
    await office.close();
  }
});

// What is one person's own reaches nobody else: not a stranger who calls every endpoint with their own things, that person's ids and addresses,
// listens to every topic and reads all their letters; not the log; and what is secret stands nowhere in the database.

import type { Endpoint } from '@fairtick/contract/endpoint';
import { usersTable } from '@fairtick/contract/http/index';
import { klineTopic, PRIVATE_TOPICS } from '@fairtick/contract/socket/messages';
import { endpointsOf } from '@fairtick/contract/table';
import { createLogger } from '@fairtick/server/platform/logger';
import { emptyAddressed } from '@fairtick/server/platform/outbox/table';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { placesOf } from '../harness/database-places.ts';
import { openPostOffice, type PostOffice } from '../harness/post-office.ts';
import { fundLiveHouse } from '../harness/real-user.ts';
import { openSmsGateway, type SmsGateway } from '../harness/sms-gateway.ts';
import { insertStaff } from '../harness/staff.ts';
import { type Input, requestOf, type UserOwn } from './cast.ts';
import { type LiveApp, openSession, startLiveApp } from './live-app.ts';
import { lettersText, MarkedPerson, openEar, type Town } from './marked-person.ts';
import { USERS_MATRIX, type UsersRow } from './matrix-users.ts';

const ROWS: Readonly<Record<string, UsersRow>> = USERS_MATRIX;
const TOPICS = [...PRIVATE_TOPICS, 'DAY_MARKET', klineTopic('EURUSD')];
/** Where the names that an account gave up are while it lives: by them its owner is helped from whom somebody else has taken it. */
const NAMES = 'account_names.name';
const WEEK_MS = 7 * 86_400_000;
const NOBODYS_IMAGE = '0123456789abcdef0123456789abcdef';

let app: LiveApp;
let office: PostOffice;
let gateway: SmsGateway;
let log = '';
let town: Town;
let owner: MarkedPerson;
let stranger: MarkedPerson;
let demo: UserOwn;
const ears: Awaited<ReturnType<typeof openEar>>[] = [];
let ownEar: Awaited<ReturnType<typeof openEar>>;

beforeAll(async () => {
  [office, gateway] = [await openPostOffice(), await openSmsGateway()];
  const env = {
    ...{ SMTP_URL: `smtp://127.0.0.1:${office.port}`, SMTP_FROM: 'no-reply@fairtick.example', TRUST_PROXY: '1' },
    ...{ SMS_URL: gateway.url, SMS_SECRET: gateway.secret },
  };
  const write = (line: string): void => {
    log += line;
  };
  app = await startLiveApp({ env, logger: createLogger('debug', { write }) });
  await fundLiveHouse(app.db);
  await keepOutbox();
  await spreadIds();
  const { token: reviewer } = await insertStaff(app.db, { roles: ['compliance'] });
  town = { app, office, gateway, reviewer };
  owner = new MarkedPerson(town, {
    word: 'kingfisher',
    mobile: '91234567',
    zone: 'Antarctica/Troll',
    limit: '7654.32',
  });
  stranger = new MarkedPerson(town, {
    word: 'nightingale',
    mobile: '98765432',
    zone: 'Antarctica/Vostok',
    limit: '8765.43',
  });
  const nobodys = { position: '7', pending: '7', notice: '7', thread: '7', session: '7' };
  demo = { user: await app.demoUser(), ...nobodys, images: [NOBODYS_IMAGE, NOBODYS_IMAGE] };
  await stranger.registers();
  for (const token of [undefined, demo.user.token, stranger.token]) ears.push(await openEar(app.port, TOPICS, token));
  await owner.registers();
  ownEar = await openEar(app.port, TOPICS, owner.token);
  await Promise.all([owner.lives(), stranger.lives()]);
  await walk();
  for (const person of [owner, stranger]) person.opensTheirPost();
});
afterAll(async () => {
  for (const ear of ears) ear.close();
  ownEar.close();
  await app.stop();
  await office.close();
  await gateway.close();
});

/** What waited there, also where it was emptied since. */
async function keepOutbox(): Promise<void> {
  await app.db.owner.query(`
    CREATE SCHEMA kept;
    CREATE TABLE kept.messages (message text NOT NULL);
    CREATE FUNCTION kept.keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN INSERT INTO kept.messages VALUES (NEW::text); RETURN NEW; END $$;
    GRANT USAGE ON SCHEMA kept TO fairtick_app;
    CREATE TRIGGER keep_message AFTER INSERT OR UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION kept.keep();`);
}

/** Ids that begin at 1 stand everywhere: each table counts from a number of its own. */
async function spreadIds(): Promise<void> {
  await app.db.owner.query(`SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 700000000000 + n * 1000000000)
    FROM (SELECT schemaname, sequencename, row_number() OVER (ORDER BY sequencename) AS n FROM pg_sequences
          WHERE schemaname = 'public' AND max_value = 9223372036854775807) s`);
}

interface Told {
  readonly who: string;
  readonly name: string;
  /** The stranger reads what is their own: it must not be refused. */
  readonly own: boolean;
  readonly text: string;
}
const answers: Told[] = [];

/** What a call is sent with: the caller's things, the owner's ids, and the owner's addresses wherever one is asked for. */
function inputsOf(name: string, { input: shape }: Endpoint, theirs: UserOwn): Input[] {
  const { own } = owner;
  if (!own) throw new Error('the owner has nothing yet');
  const input = (of: UserOwn): Input => ROWS[name]?.input?.(of) ?? {};
  const addresses = Object.keys(shape.shape)
    .filter((field) => /^(to|account|email|mobile|q)$/.test(field))
    .flatMap((field) => [
      { ...input(theirs), [field]: owner.newEmail },
      { ...input(theirs), [field]: owner.email },
      { ...input(theirs), [field]: owner.mobile, type: 'mobile', area_id: 'HK' },
    ]);
  return [input(theirs), input(own), ...addresses];
}

let calls = 0;
async function walk(): Promise<void> {
  const { own } = stranger;
  if (!own) throw new Error('the stranger has nothing yet');
  const callers = [
    { who: 'a visitor', theirs: own, session: async () => undefined },
    { who: 'a demo user', theirs: demo, session: () => openSession(app.db, BigInt(demo.user.id)) },
    {
      who: 'a stranger',
      theirs: own,
      session: async () => {
        const token = await openSession(app.db, BigInt(stranger.id));
        await stranger.stepsUp();
        return token;
      },
    },
  ];
  for (const [name, endpoint] of endpointsOf(usersTable))
    for (const { who, theirs, session } of callers) {
      // Of its own: some calls end it.
      const token = await session();
      for (const [at, input] of inputsOf(name, endpoint, theirs).entries()) {
        const { path, init } = requestOf({ endpoint, input, post: endpoint.changesState });
        const own = who === 'a stranger' && at === 0 && !endpoint.changesState;
        answers.push({ who, name, own, text: await asked(path, init, token) });
      }
    }
  for (const path of ['/healthz', `${usersTable.about}/api/openapi.json`])
    answers.push({ who: 'a visitor', name: path, own: false, text: await asked(path, {}, undefined) });
}

/** Everything that came back, headers too. */
async function asked(path: string, init: RequestInit, token: string | undefined): Promise<string> {
  calls += 1;
  const headers = {
    'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}`,
    ...(token === undefined ? {} : { authorization: token }),
  };
  const response = await fetch(app.url + path, { ...init, headers });
  return JSON.stringify([...response.headers]) + (await response.text());
}

test('nothing of theirs is in any answer to anybody else', () => {
  expect(answers.length).toBeGreaterThan(5 * endpointsOf(usersTable).length);
  const leaks = answers.flatMap(({ who, name, text }) =>
    owner.told(text, true).map((mark) => `${who}, ${name}: ${mark}`),
  );
  expect(leaks).toEqual([]);
  // The calls reach what they are to reach: whatever may be read is read, and one's own is found in it by the same search.
  // Nothing is published there, nobody leads, and nobody has borrowed or bought a fund.
  const absent = [
    ...['news_info', 'trader_detail', 'trader_record', 'my_deal_follow_order'],
    ...['loan_config_info', 'loan_agreement', 'loan_signed', 'loan_info', 'loan_repayment', 'fund_income'],
  ];
  const unread = answers.filter(({ own, name, text }) => own && !absent.includes(name) && !text.includes('{"code":1,'));
  expect(unread.map(({ name }) => name)).toEqual([]);
  const found = answers.filter(({ text }) => stranger.told(text, true).length > 0).map(({ name }) => name);
  expect(found).toEqual(
    expect.arrayContaining(['user_info', 'my_deal', 'notices', 'sessions', 'security', 'real_name']),
  );
  expect(owner.told(owner.heard, true).length).toBeGreaterThan(30);
});

test('nothing of theirs is in any frame to anybody else', () => {
  expect(ears.map(({ frames }) => owner.told(frames.join('\n'), true))).toEqual([[], [], []]);
  for (const { frames } of ears) expect(frames.length).toBeGreaterThan(10);
  expect(owner.told(ownEar.frames.join('\n'), true)).not.toEqual([]);
});

test('nothing of theirs is in a letter or text message to anybody else, and each letter of theirs opens with their word', async () => {
  const kinds = (person: MarkedPerson) => office.taken.filter(({ to }) => to.some((one) => person.readsAt(one)));
  await vi.waitFor(() => expect(kinds(stranger).length).toBeGreaterThan(8), 20_000);
  const others = office.taken.filter(({ to }) => !to.some((one) => owner.readsAt(one)));
  expect(others.flatMap((letter) => owner.told(lettersText(letter), false))).toEqual([]);
  const texts = gateway.came.filter(({ to }) => !owner.readsAt(to)).map(({ text }) => text);
  expect(texts).not.toEqual([]);
  expect(owner.told(texts.join('\n'), false)).toEqual([]);
  expect(kinds(owner).filter((letter) => lettersText(letter).includes('kingfisher at dawn')).length).toBeGreaterThan(3);
});

test('nothing of anybody is in the log', () => {
  expect(log.length).toBeGreaterThan(1_000);
  for (const person of [owner, stranger]) expect(person.told(log, false)).toEqual([]);
});

test('what is secret stands nowhere in the database in the clear, nor did it wait in the outbox', async () => {
  const { rows } = await app.db.owner.query<{ message: string }>('SELECT message FROM kept.messages');
  const waited = rows.map(({ message }) => message).join('\n');
  expect(rows.length).toBeGreaterThan(40);
  // Codes are as short as numbers are: they are looked for as words, in the outbox.
  expect(owner.told(waited, false).filter((mark) => owner.sealed.includes(mark))).toEqual([]);
  expect(
    await placesOf(
      app.db.owner,
      owner.sealed.filter((mark) => mark.length > 9),
    ),
  ).toEqual([]);
});

test('no table keeps a name that was changed but the list of names, and none any of somebody who has left', async () => {
  const { db } = app;
  const leaver = new MarkedPerson(town, {
    ...{ word: 'sandmartin', mobile: '61234567', zone: 'Antarctica/Davis', limit: '6543.21' },
  });
  await leaver.registers(0);
  await leaver.guards();
  await leaver.settles();
  await leaver.binds({ type: 'mobile', area_id: 'HK', to: '+85262345678' });
  const [old, now] = [
    [leaver.email, leaver.mobile, '61234567'],
    [leaver.newEmail, '62345678'],
  ];
  await everythingSent();
  expect(await placesOf(db.owner, old)).toEqual([NAMES, 'outbox.payload']);
  // A week later what was sent there is emptied; of a browser's messages, which go nowhere here, nobody waits.
  await db.owner.query(`ALTER TABLE outbox DISABLE TRIGGER USER`);
  await db.owner.query(`UPDATE outbox SET sent_time = sent_time - ${WEEK_MS}`);
  await db.owner.query(`ALTER TABLE outbox ENABLE TRIGGER USER`);
  await emptyAddressed(db.app, 1_000);
  expect(await placesOf(db.owner, old)).toEqual([NAMES]);
  expect(await placesOf(db.owner, now)).toEqual([NAMES]);
  await leaver.stepsUp();
  await leaver.leaves();
  await everythingSent();
  await emptyAddressed(db.app, 1_000);
  expect(await placesOf(db.owner, [...old, ...now])).toEqual([]);
});

async function everythingSent(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await app.db.owner.query(
      `SELECT kind, failure FROM outbox WHERE sent_time IS NULL AND dead_time IS NULL AND kind <> 'push'`,
    );
    expect(rows).toEqual([]);
  }, 20_000);
}

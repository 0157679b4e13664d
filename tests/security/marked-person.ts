// A person whose every string can be recognized, who does by the app what people do in it: a word of theirs stands in all they type, and what
// they are given is learned as it comes. Nothing of it may be found where it is not theirs.

import type { Endpoint } from '@fairtick/contract/endpoint';
import { type EndpointName, usersTable } from '@fairtick/contract/http/index';
import { SOCKET_PATH } from '@fairtick/contract/socket/messages';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { AuthenticatorApp } from '../e2e/authenticator-app.ts';
import { Authenticator } from '../harness/authenticator.ts';
import { pngOf } from '../harness/picture.ts';
import { headerOf, type PostOffice, partOf, type TakenLetter } from '../harness/post-office.ts';
import { giveDollars } from '../harness/real-user.ts';
import type { SmsGateway } from '../harness/sms-gateway.ts';
import { requestOf, type UserOwn } from './cast.ts';
import type { LiveApp } from './live-app.ts';

export interface Town {
  readonly app: LiveApp;
  readonly office: PostOffice;
  readonly gateway: SmsGateway;
  /** Of who reviews and locks. */
  readonly reviewer: string;
}

interface Character {
  /** Long and odd enough to stand nowhere by chance. */
  readonly word: string;
  readonly mobile: string;
  readonly zone: string;
  readonly limit: string;
}

const SOON_MS = 20_000;
const answered = z.object({ code: z.number(), msg: z.string(), data: z.unknown() }).strict();
const entered = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), uid: z.string(), invite_code: z.string() }),
});
const recovery = z.object({ recoveryCodes: z.array(z.string()) });
const app = z.object({ ticket: z.string(), secret: z.string() });
const question = z.object({ ticket: z.string(), options: z.string() });
const placed = z.object({ Id: z.string() });
const threaded = z.object({ thread: z.object({ id: z.string() }) });
const link = z.object({ url: z.string() });
const ids = z.array(z.object({ id: z.string() }));
const TOKEN = /(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/g;
/** One this short might stand somewhere by chance: it counts as a whole word alone. */
const SHORT = 9;

/** Whether a text tells this string, in whatever case; as it is, or as it stands in an address. */
function tells(text: string, mark: string): boolean {
  if (mark.length > SHORT)
    return [mark, encodeURIComponent(mark)].some((form) => text.toLowerCase().includes(form.toLowerCase()));
  return new RegExp(`(?<![\\w.+/=-])${mark.replaceAll('.', '\\.')}(?![\\w+/=-])`).test(text);
}

/** All that a letter says to whoever opens it. */
export const lettersText = (letter: TakenLetter): string =>
  [
    letter.raw,
    headerOf(letter, 'subject'),
    headerOf(letter, 'to'),
    partOf(letter, 'text/plain'),
    partOf(letter, 'text/html'),
  ].join('\n');

/** A socket that asks for every topic there is and keeps each frame as it came. */
export async function openEar(port: number, topics: readonly string[], token?: string) {
  const frames: string[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  socket.on('message', (data: Buffer) => frames.push(data.toString()));
  await new Promise((resolve) => socket.once('open', resolve));
  const say = (message: object): void => socket.send(JSON.stringify(message));
  if (token !== undefined) say({ type: 'login', token });
  for (const topic of topics) say({ type: 'sub', topic });
  say({ type: 'ping' });
  await vi.waitFor(() => frames.includes('{"type":"pong"}') || Promise.reject(new Error(frames.join('\n'))), SOON_MS);
  return { frames, close: () => socket.terminate() };
}

export class MarkedPerson {
  readonly email: string;
  /** That takes the place of the first. */
  readonly newEmail: string;
  readonly mobile: string;
  id = '';
  token = '';
  own: UserOwn | undefined;
  readonly #town: Town;
  readonly #is: Character;
  /** Of their person, their secrets: nobody's but theirs. */
  readonly #secrets = new Set<string>();
  /** Of these, what opens their account or says who they are: nobody who reads the database finds it. */
  readonly #sealed = new Set<string>();
  /** Names of things of theirs, which the operator's log may name. */
  readonly #names = new Set<string>();
  /** Everything they were answered. */
  heard = '';

  constructor(town: Town, is: Character) {
    [this.#town, this.#is] = [town, is];
    this.email = `first.${is.word}@example.com`;
    this.newEmail = `second.${is.word}@example.com`;
    this.mobile = `+852${is.mobile}`;
    for (const secret of [is.word, is.mobile, this.mobile, is.zone, is.limit]) this.#secrets.add(secret);
  }

  /** What of theirs a text tells that only they may know; with the names of their things, or without. */
  told(text: string, names: boolean): string[] {
    return [...this.#secrets, ...(names ? this.#names : [])].filter((mark) => tells(text, mark));
  }

  get sealed(): readonly string[] {
    return [...this.#sealed];
  }

  readsAt(address: string): boolean {
    return [this.email, this.newEmail, this.mobile].includes(address);
  }

  async registers(dollars = 10_000): Promise<void> {
    await this.#does('send_code', { to: this.email, type: '1' });
    const [password, re_password] = [this.#seals('Pa55word!'), this.#seals('Pa55word!')];
    const sms_code = await this.#codeAt(this.email);
    const form = { type: 'email', area_id: 'HK', account: this.email, password, re_password, sms_code };
    const { token, user } = entered.parse(await this.#does('register', form));
    [this.id, this.token] = [user.id, token];
    this.#names.add(user.id).add(user.uid).add(user.invite_code);
    this.#learn([token]);
    if (dollars > 0) await giveDollars(this.#town.app.db, BigInt(user.id), dollars);
    await this.stepsUp();
  }

  /** Of every session they have: without a code, which would have to wait for a minute. */
  async stepsUp(): Promise<void> {
    const { owner } = this.#town.app.db;
    await owner.query('UPDATE sessions SET elevated_until = database_ms() + 300000 WHERE user_id = $1', [this.id]);
    await owner.query('DELETE FROM codes WHERE used_time IS NOT NULL');
  }

  /** All that people do in the app once they are users. */
  async lives(): Promise<void> {
    await this.guards();
    await this.settles();
    await this.#trades();
  }

  /** With another word in letters, other names, every factor, and a session by each way. */
  async guards(): Promise<void> {
    await this.#does('mail_word_set', { word: this.#seals('at dawn') });
    await this.#entersFrom(this.#word('tablet/1.0'));
    await this.binds({ type: 'mobile', area_id: 'HK', to: this.mobile });
    await this.binds({ type: 'email', to: this.newEmail });
    const phone = app.parse(await this.#does('totp_begin'));
    this.#learn([phone.secret, phone.ticket]);
    const totp = new AuthenticatorApp(phone.secret);
    const { ticket } = phone;
    this.#learn(recovery.parse(await this.#does('totp_confirm', { ticket, code: await totp.code() })).recoveryCodes);
    const passkey = new Authenticator(new URL(this.#town.app.url).origin);
    const made = question.parse(await this.#does('passkey_begin'));
    const response = passkey.make(made.options);
    await this.#does('passkey_finish', { ticket: made.ticket, response, label: this.#word('key') });
    this.#secrets.add(passkey.credentialId.toString('base64url'));
    this.#learn(recovery.parse(await this.#does('recovery_codes')).recoveryCodes);
    const asked = question.parse(await this.#does('passkey_login_begin', {}, { authorization: undefined }));
    const shown = { ticket: asked.ticket, response: passkey.use(asked.options) };
    this.#learn([entered.parse(await this.#does('passkey_login_finish', shown)).token]);
    await this.stepsUp();
  }

  async #entersFrom(agent: string): Promise<void> {
    const form = { account: this.email, password: this.#word('Pa55word!') };
    const headers = { 'user-agent': agent, device: this.#word('d'.repeat(42)).slice(0, 43).replaceAll(' ', '-') };
    this.#learn([entered.parse(await this.#does('loginForU', form, headers)).token]);
  }

  async binds(name: { readonly type: string; readonly to: string; readonly area_id?: string }): Promise<void> {
    await this.#does('name_bind_begin', name);
    await this.#does('name_bind_finish', { ...name, code: await this.#codeAt(name.to) });
  }

  /** What is asked of them, and what they set. */
  async settles(): Promise<void> {
    const { app, reviewer } = this.#town;
    const keys = { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM' };
    const auth = Buffer.from(this.#word('0'.repeat(16)).slice(0, 16)).toString('base64url');
    const endpoint = `https://fcm.googleapis.com/fcm/send/${this.#word('browser').replace(' ', '-')}`;
    this.#learn([auth]);
    await this.#does('push_add', { endpoint, ...keys, auth });
    await this.#does('preferences_set', { lang: 'en', zone: this.#is.zone });
    await this.#does('limits_set', { daily_loss: this.#is.limit });
    const [front_pic, reverse_pic] = [await this.#sendsPicture('front'), await this.#sendsPicture('back')];
    const name = this.#seals('Birdington');
    const card_id = this.#seals('1234567').toUpperCase().replace(' ', '');
    await this.#does('real_name_submit', { name, card_id, front_pic, reverse_pic, country: 'HK' });
    const { rows } = await app.db.owner.query<{ id: string }>('SELECT id::text FROM verifications WHERE user_id = $1', [
      this.id,
    ]);
    const id = rows[0]?.id ?? '';
    await app.review(id, reviewer);
    const reason = this.#word('is blurred');
    await this.#isTold('/staff/api/verifications/decide', { id, decision: 'reject', reason_code: 'other', reason });
    const locked = this.#word('lost a card');
    await this.#isTold('/staff/api/users/freeze', { id: this.id, locks: 'withdrawals', reason: locked });
  }

  async #isTold(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const init = { method: 'POST', headers: { authorization: this.#town.reviewer }, body: new URLSearchParams(fields) };
    const { code, msg } = await this.#town.app.call(path, init, 'staff');
    if (code !== 1) throw new Error(`${path} was refused: ${msg}`);
  }

  async #sendsPicture(name: string): Promise<string> {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(pngOf(8, 8))]), `${this.#word(name)}.png`);
    const { url } = link.parse(await this.#sends(usersTable.endpoints.image_upload.path, { method: 'POST', body }));
    this.#secrets.add(url).add(/[0-9a-f]{32}/.exec(url)?.[0] ?? '');
    return url;
  }

  /** Orders of every kind, one of which is closed, and a copy of everything. */
  async #trades(): Promise<void> {
    const order = { type: '1', cont: '0.1', forex_id: '1', multiple: '100' };
    const submit = async (more: object) => placed.parse(await this.#does('forex_submit', { ...order, ...more })).Id;
    const [position, closed] = [await submit({ status: '1' }), await submit({ status: '1' })];
    const pending = await submit({ status: '0', target_price: '0.5' });
    await this.#does('forex_close', { id: closed });
    const option = placed.parse(
      await this.#does('micro_submit', { forex_id: '1', type: '1', number: '100', seconds: '30' }),
    ).Id;
    await this.#does('chat_send', { text: this.#word('Where is my order?') });
    const thread = threaded.parse(await this.#does('chat')).thread.id;
    await this.#does('export_begin');
    await vi.waitFor(async () => {
      await this.#does('export');
      if (!this.heard.includes('"state":"ready"')) throw new Error('no copy is ready');
    }, SOON_MS);
    const copy = link.parse(await this.#does('export_link')).url;
    await fetch(this.#town.app.url + copy);
    const notice = z
      .object({ data: ids })
      .parse(await this.#does('notices'))
      .data.map(({ id }) => id);
    const sessions = ids.parse(await this.#does('sessions')).map(({ id }) => id);
    for (const one of [position, closed, pending, option, ...notice, ...sessions]) this.#names.add(one);
    this.#secrets.add(copy);
    this.own = {
      user: { id: this.id, token: this.token },
      ...{ position, pending, notice: notice[0] ?? '', thread, session: sessions[0] ?? '' },
      images: [await this.#sendsPicture('one more'), await this.#sendsPicture('another')],
    };
  }

  async leaves(): Promise<void> {
    const { ticket } = z.object({ ticket: z.string() }).parse(await this.#does('delete_begin'));
    await this.#does('delete_confirm', { ticket });
  }

  /** Codes and links that came to them by now. */
  opensTheirPost(): void {
    const { office, gateway } = this.#town;
    const letters = office.taken.filter(({ to }) => to.some((one) => this.readsAt(one)));
    const texts = gateway.came.filter(({ to }) => this.readsAt(to)).map(({ text }) => text);
    for (const text of [...letters.map((one) => partOf(one, 'text/plain')), ...texts])
      this.#learn([...(text.match(TOKEN) ?? []), ...(text.match(/\b\d{6}\b/g) ?? [])]);
  }

  /** With and without what makes a long one legible. */
  #learn(secrets: readonly string[]): void {
    for (const one of secrets.flatMap((one) => [one, one.replace(/[- ]/g, '')])) {
      this.#secrets.add(one);
      this.#sealed.add(one);
    }
  }

  #seals(more: string): string {
    const text = this.#word(more);
    this.#learn([text]);
    return text;
  }

  readonly #word = (more: string): string => `${this.#is.word} ${more}`;

  async #codeAt(address: string): Promise<string> {
    const code = await vi.waitFor(() => {
      const { office, gateway } = this.#town;
      const letters = office.taken.filter(({ to }) => to.includes(address)).map((one) => partOf(one, 'text/plain'));
      const texts = gateway.came.filter(({ to }) => to === address).map(({ text }) => text);
      const found = [...letters, ...texts].map((text) => /\b\d{6}\b/.exec(text)?.[0]).findLast((one) => one);
      return found ?? Promise.reject(new Error(`no code came to ${address}`));
    }, SOON_MS);
    this.#learn([code]);
    return code;
  }

  #does(name: EndpointName, input: Readonly<Record<string, string>> = {}, headers: Headers = {}): Promise<unknown> {
    const endpoint: Endpoint = usersTable.endpoints[name];
    const { path, init } = requestOf({ endpoint, input, post: endpoint.changesState });
    return this.#sends(path, init, headers);
  }

  async #sends(path: string, init: RequestInit, more: Headers = {}): Promise<unknown> {
    const all: Headers = {
      'x-forwarded-for': '198.51.100.77',
      'user-agent': this.#word('phone/1.0'),
      ...(this.token === '' ? {} : { authorization: this.token }),
      ...more,
    };
    const headers = Object.entries(all).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
    const text = await (await fetch(this.#town.app.url + path, { ...init, headers })).text();
    this.heard += `${text}\n`;
    const { code, msg, data } = answered.parse(JSON.parse(text));
    if (code !== 1) throw new Error(`${path} was refused: ${code} ${msg}`);
    return data;
  }
}

type Headers = Readonly<Record<string, string | undefined>>;

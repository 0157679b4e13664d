// How tests write and publish, over the staff's own calls and as the console sends them.

import type { EndpointName } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { z } from 'zod';
import type { TestMember } from '../../harness/staff.ts';
import type { House, Told } from '../verification/house.ts';

export type Fields = Readonly<Record<string, string>>;

export const tree = (...content: unknown[]): string => JSON.stringify({ type: 'doc', content });
export const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
export const draft = (title: string, change: Readonly<Record<string, unknown>> = {}): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({ title, summary: 'In short', picture: null, body: tree(words(title)), ...change }),
  );

const written = z.object({ code: z.number(), data: z.object({ version: z.number().optional() }) });
const idOf = (told: Told): string => z.object({ id: z.string() }).parse(told.data).id;

export class Newsroom {
  readonly #house: House;

  constructor(house: House) {
    this.#house = house;
  }

  staff(who: TestMember, name: EndpointName<StaffTable>, fields: Fields, key?: string): Promise<Told> {
    return this.#house.staff(name, fields, { token: who.token, ...(key !== undefined && { key }) });
  }

  async begun(who: TestMember, fields: Fields = {}): Promise<string> {
    const news = { kind: 'news', audience: 'all', publish_time: '1000', ...fields };
    return idOf(await this.staff(who, 'content_new', news));
  }

  /** As the console sends it: with a file, which the other calls of a test have none of. */
  async sendFile(who: TestMember, path: string, fields: Fields, file: Uint8Array, key = ''): Promise<unknown> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(file)]), 'file');
    const headers = { authorization: who.token, lang: 'en', ...(key !== '' && { 'idempotency-key': key }) };
    return (await fetch(this.#house.urls.staff + path, { method: 'POST', headers, body })).json();
  }

  /** Which version it became; of a refusal its code, below zero. */
  async write(who: TestMember, id: string, lang: LanguageKey, file: Uint8Array, key?: string): Promise<number> {
    const told = written.parse(await this.sendFile(who, '/staff/api/content/write', { id, lang }, file, key));
    return told.data.version ?? -told.code;
  }

  async publish(who: TestMember, id: string, lang: LanguageKey, version = 1): Promise<string> {
    return (await this.staff(who, 'content_publish', { id, lang, version: String(version) })).said;
  }
}

// Links to private files: good for five minutes, for one viewer. An image in a page sends no token, so the link itself says who looks.

import { timingSafeEqual } from 'node:crypto';
import type { Audience } from '@fairtick/contract/endpoint';
import { usersTable } from '@fairtick/contract/http/index';
import { staffTable } from '@fairtick/contract/staff/index';
import type { Clock } from '@fairtick/kernel/clock';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Keys } from '../keys/keys.ts';

export const FILE_LINK_MS = 300_000;

export interface Viewer {
  readonly kind: 'user' | 'staff';
  readonly id: Id;
}

/** Users see files on the app's port, the staff on the console's. */
export const FILE_PATHS: Readonly<Record<Audience, string>> = {
  users: usersTable.files.replace('{id}', ''),
  staff: staffTable.files.replace('{id}', ''),
};

const VIEWERS: Readonly<Record<Audience, Viewer['kind']>> = { users: 'user', staff: 'staff' };
const audienceOf = (kind: Viewer['kind']): Audience => (kind === 'staff' ? 'staff' : 'users');

export class FileLinks {
  readonly #keys: Keys;
  readonly #clock: Clock;

  constructor(keys: Keys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Path and query; the host is the one that shows it. */
  link(file: string, viewer: Viewer): string {
    const end = this.#clock.now() + FILE_LINK_MS;
    const mac = Buffer.from(this.#keys.mac('file_links', signed(file, end, viewer))).toString('base64url');
    return `${FILE_PATHS[audienceOf(viewer.kind)]}${file}?e=${end}&s=${viewer.id}.${mac}`;
  }

  /** For whom of this audience the link was made; undefined where it is none of ours, has ended, or was changed. */
  viewerOf(audience: Audience, file: string, e: string, s: string): Viewer | undefined {
    const [who = '', said = '', ...more] = s.split('.');
    const id = parseId(who);
    const left = /^\d{1,15}$/.test(e) ? Number(e) - this.#clock.now() : 0;
    if (id === undefined || more.length > 0 || left <= 0) return undefined;
    const viewer: Viewer = { kind: VIEWERS[audience], id };
    const mac = Buffer.from(said, 'base64url');
    const good = this.#keys.macs('file_links', signed(file, Number(e), viewer));
    return good.some((one) => mac.length === one.length && timingSafeEqual(mac, one)) ? viewer : undefined;
  }
}

const signed = (file: string, end: number, { kind, id }: Viewer): string => `${file}|${end}|${kind}|${id}`;

// Master keys as text: in the variable MASTER_KEY, and in the file that a server with an embedded database makes for itself.

import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import { MASTER_BYTES, type MasterKey } from './keys.ts';

/** The first one seals; the others only open what they sealed before. */
export type Masters = readonly [MasterKey, ...MasterKey[]];

const MAX_ID = 0xffff_ffff;

/** 32 bytes as 64 hexadecimal signs, or as base64 of either alphabet; undefined where it is neither. */
export function secretOf(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === MASTER_BYTES ? bytes : undefined;
}

/** `KEY`, or `ID:KEY` and further ones with commas between; undefined where it is none. A single key without an id is the first. */
export function mastersOf(text: string): Masters | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const masters: MasterKey[] = [];
  for (const part of parts) {
    const [, id = parts.length === 1 ? '1' : '', key = ''] = /^(?:(\d{1,10}):)?(.*)$/.exec(part) ?? [];
    const secret = secretOf(key);
    if (!secret || !/^[1-9]\d*$/.test(id) || Number(id) > MAX_ID) return undefined;
    masters.push({ id: Number(id), secret });
  }
  return wholeMasters(masters);
}

export const masterText = ({ id, secret }: MasterKey): string => `${id}:${Buffer.from(secret).toString('base64')}`;

const keysFile = z.strictObject({
  note: z.string(),
  masters: z.array(z.strictObject({ id: z.int().min(1).max(MAX_ID), key: z.string() })),
});

const NOTE =
  'The keys of what this server keeps secret in its database. Whoever has lost them cannot read it any more.';

export const fileText = (masters: Masters): string => {
  const kept = masters.map(({ id, secret }) => ({ id, key: Buffer.from(secret).toString('base64') }));
  return `${JSON.stringify({ note: NOTE, masters: kept } satisfies z.infer<typeof keysFile>, null, 2)}\n`;
};

export function mastersOfFile(text: string): Result<Masters, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err('it is no JSON');
  }
  const read = keysFile.safeParse(json);
  if (!read.success) return err('it is not as a start wrote it');
  const masters: MasterKey[] = [];
  for (const { id, key } of read.data.masters) {
    const secret = secretOf(key);
    if (!secret) return err(`its key ${id} is damaged`);
    masters.push({ id, secret });
  }
  const whole = wholeMasters(masters);
  return whole ? ok(whole) : err('it holds no key, or two of one id');
}

function wholeMasters(masters: readonly MasterKey[]): Masters | undefined {
  const [first, ...others] = masters;
  const distinct = new Set(masters.map(({ id }) => id)).size === masters.length;
  return first && distinct ? [first, ...others] : undefined;
}

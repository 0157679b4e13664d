// A code as it waits in the outbox: sealed, and where it goes to and what for with it. Whoever reads the database gets none.

import { NAME_KINDS, type NameKind } from '@fairtick/contract/http/names';
import { type LanguageKey, languageKey } from '@fairtick/contract/languages';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { z } from 'zod';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Message, NewMessage } from '../../../platform/outbox/table.ts';
import { CODE_MS, CODE_PURPOSES, type CodePurpose } from './rules.ts';

/** The kinds of message in the outbox, by the kind of the name that it goes to. */
export const CODE_MESSAGES = { email: 'code_mail', mobile: 'code_sms' } as const satisfies Record<NameKind, string>;

const sealedPayload = z.object({ code: z.string(), sealed: z.base64() });
const contents = z.object({
  code: z.string(),
  purpose: z.enum(CODE_PURPOSES),
  kind: z.enum(NAME_KINDS),
  name: z.string(),
  lang: z.string(),
  /** UTC ms. */
  expires: z.number(),
});

export interface CodeMessage {
  /** Of the code's row. */
  readonly id: Id;
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly to: { readonly kind: NameKind; readonly name: string };
  readonly userId: Id | null;
  readonly lang: LanguageKey;
  readonly nowMs: number;
}

/** What a message's seal is about: the code's row, so that no message can take another's place. */
const about = (id: Id): string => `code/${id}`;

export function sealedCode(keys: Keys, { id, code, purpose, to, userId, lang, nowMs }: CodeMessage): NewMessage {
  const plain: z.infer<typeof contents> = {
    code,
    purpose,
    kind: to.kind,
    name: to.name,
    lang,
    expires: nowMs + CODE_MS,
  };
  const sealed = keys.seal('sent_codes', Buffer.from(JSON.stringify(plain)), about(id));
  return {
    kind: CODE_MESSAGES[to.kind],
    ownerId: userId ?? 0n,
    payload: { code: id.toString(), sealed: Buffer.from(sealed).toString('base64') },
  };
}

export interface OpenedCode extends z.infer<typeof contents> {
  readonly lang: LanguageKey;
}

/** undefined where this server does not have the master key that sealed it. Throws where the message is none of a code. */
export function openCode(keys: Keys, message: Pick<Message, 'payload'>): OpenedCode | undefined {
  const { code, sealed } = sealedPayload.parse(message.payload);
  const plain = keys.open('sent_codes', Buffer.from(sealed, 'base64'), about(parseId(code) ?? 0n));
  if (!plain) return undefined;
  const opened = contents.parse(JSON.parse(Buffer.from(plain).toString()));
  return { ...opened, lang: languageKey(opened.lang) };
}

// What a person is signed in by.

import { z } from 'zod';

/** An e-mail, or a mobile. */
export const NAME_KINDS = ['email', 'mobile'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** Of a name that is typed; an e-mail where it is left out. */
export const nameKind = z.enum(NAME_KINDS).optional().default('email');
/** The id of an area of area_list: a country of residence. */
export const areaId = z.string().max(8).optional().default('');
/** As typed; what is wrong with it has errors of its own. */
export const typedText = (max: number) => z.string().max(max).optional().default('');
/** Of e-mails and mobiles. */
export const typedName = typedText(254);
/** Longer ones are refused by their own sentence, not as input that cannot be read. */
export const typedPassword = typedText(1_000);
export const typedCode = typedText(20);
/** A ticket, or a one-time link. */
export const secretText = z.string().min(1).max(200);
/** What a browser's passkey said, as JSON in one text. */
export const passkeyAnswer = z.string().min(2).max(20_000);
export const passkeyQuestion = z.object({ ticket: z.string(), options: z.string() });

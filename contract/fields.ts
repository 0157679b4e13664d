// The pieces that inputs and answers of endpoints are made of.

import { parseId } from '@fairtick/kernel/ids';
import { z } from 'zod';

/** A number as the user typed it: its faults have codes of their own, so it is read by the domain and not here. */
export const typedIfSent = z
  .union([z.string().max(64), z.number()])
  .transform((value) => String(value))
  .optional();
/** The same where nothing sent is as nothing typed. */
export const typed = typedIfSent.default('');
/** A whole number, written plainly: nothing empty, blank, hexadecimal or with an exponent turns into one. */
export const whole = (min: number, max: number) =>
  z
    .union([z.string().regex(/^-?\d{1,16}$/), z.number()])
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
export const idText = z
  .union([z.string(), z.number()])
  .transform((value) => String(value))
  .pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,18}$/)
      // Nineteen digits may still be more than any id: the database would refuse the whole statement.
      .refine((text) => parseId(text) !== undefined),
  );
export const page = whole(1, 100_000).optional().default(1);

/** An exact decimal in an answer. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const timeMs = z.number().int();
export const nothing = z.object({});
/** The socket's and proofs' hashes. */
export const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

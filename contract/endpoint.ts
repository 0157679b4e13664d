// What a call is: one piece of data from which the server's validation, the typed client, OpenAPI, the role matrix and the fuzzer derive.

import { parseId } from '@fairtick/kernel/ids';
import { z } from 'zod';

/** demo and real are users with a token; visitor is everybody else. */
export type Role = 'visitor' | 'demo' | 'real';
export const EVERYONE: readonly Role[] = ['visitor', 'demo', 'real'];
export const USERS: readonly Role[] = ['demo', 'real'];
export const REAL_USERS: readonly Role[] = ['real'];

export interface RateLimit {
  readonly max: number;
  readonly perSeconds: number;
  /** Counted per address, or per user where there is a token (else per address). */
  readonly by: 'address' | 'user';
}

export interface Endpoint<Input extends z.ZodObject = z.ZodObject, Answer extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** `{name}` marks a piece of the path that is an input field of that name. */
  readonly path: string;
  readonly summary: string;
  /** Query of a GET; form or JSON body of a POST. Every value arrives as text, or as a JSON text or number. */
  readonly input: Input;
  readonly answer: Answer;
  readonly roles: readonly Role[];
  readonly rate: RateLimit;
  /** Takes Idempotency-Key, answers no-store; where shown as GET it is also served as POST. */
  readonly changesState: boolean;
}

const READS: RateLimit = { max: 600, perSeconds: 60, by: 'user' };
const WRITES: RateLimit = { max: 300, perSeconds: 60, by: 'user' };

type Draft<I extends z.ZodObject, A extends z.ZodType> = Pick<Endpoint<I, A>, 'path' | 'summary' | 'input' | 'answer'> &
  Partial<Pick<Endpoint<I, A>, 'method' | 'roles' | 'rate'>>;

/** A call that only reads: open to everyone, 600 a minute, unless said otherwise. */
export const reads = <I extends z.ZodObject, A extends z.ZodType>(draft: Draft<I, A>): Endpoint<I, A> => ({
  method: 'GET',
  roles: EVERYONE,
  rate: READS,
  ...draft,
  changesState: false,
});

/** A call that changes something: users only, 300 a minute, unless said otherwise. */
export const changes = <I extends z.ZodObject, A extends z.ZodType>(draft: Draft<I, A>): Endpoint<I, A> => ({
  method: 'GET',
  roles: USERS,
  rate: WRITES,
  ...draft,
  changesState: true,
});

// --- the pieces inputs and answers are made of ---

/** A number as the user typed it: its faults have codes of their own, so it is read by the domain and not here. */
export const typed = z
  .union([z.string().max(64), z.number()])
  .transform((value) => String(value))
  .optional()
  .default('');
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
export const PAGE_SIZE = 20;

/** An exact decimal in an answer. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const timeMs = z.number().int();
export const nothing = z.object({});
/** The socket's and proofs' hashes. */
export const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

export interface Envelope<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

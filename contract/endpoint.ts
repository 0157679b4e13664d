// What an endpoint is: one piece of data from which the server's validation, the typed client, OpenAPI, the role matrix and the fuzzer derive.

import type { z } from 'zod';
import type { Right } from './staff/matrix.ts';

/** Who may call, by audience: demo and real are users with a token, staff are members of staff, a visitor is anybody else. */
export const ROLES = {
  users: ['visitor', 'demo', 'real'],
  staff: ['visitor', 'staff'],
} as const;
export type Audience = keyof typeof ROLES;
export type Role<A extends Audience = Audience> = (typeof ROLES)[A][number];

interface RateLimit {
  readonly max: number;
  readonly perSeconds: number;
  /** Counted per address, or per user or member of staff where there is a token (else per address). */
  readonly by: 'address' | 'user';
}

/** What becomes of a change while main_status is 2, closing only: it is refused where it opens, deposits, follows or buys something new. */
export interface WhileClosing {
  readonly whileClosing: 'passes' | 'refused';
}

export interface Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
  R extends Role = Role,
> extends Partial<WhileClosing> {
  readonly method: 'GET' | 'POST';
  /** `{name}` marks a piece of the path that is an input field of that name. */
  readonly path: string;
  readonly summary: string;
  /** Query of a GET; form or JSON body of a POST. Every value arrives as text, or as a JSON text or number. */
  readonly input: Input;
  readonly answer: Answer;
  readonly roles: readonly R[];
  readonly rate: RateLimit;
  /** Takes Idempotency-Key, answers no-store; where shown as GET it is also served as POST. */
  readonly changesState: boolean;
  /** What a member of staff must be allowed by the matrix; being signed in is enough where it is left out. */
  readonly right?: Right | undefined;
  /** What the handler itself asks of the matrix beside that: for a part of the answer, or by what the call is about. */
  readonly within?: readonly Right[] | undefined;
  /** Needs a step-up of the last minutes beside the session. */
  readonly elevated?: true | undefined;
  /** 'multipart': a file comes with the call, as the part `file` of at most 10 MB beside the input's texts. POST only. */
  readonly body?: 'multipart' | undefined;
  /** Most that its body may come to, in KB, where 64 are too few for what people write. */
  readonly bodyKb?: number | undefined;
  /** Seconds for which a visitor's browser may keep an answer; who is signed in asks each time, and is told when nothing is new. GET only. */
  readonly kept?: number | undefined;
  /** Input fields that are never hashed, logged or stored as they came: passwords, codes, one-time links. */
  readonly secret?: readonly string[] | undefined;
}

/** The name of the part that is the file, and its size. */
export const UPLOAD_FIELD = 'file';
export const MAX_UPLOAD_BYTES = 10_485_760;

const READS: RateLimit = { max: 600, perSeconds: 60, by: 'user' };
const WRITES: RateLimit = { max: 300, perSeconds: 60, by: 'user' };

type Draft<I extends z.ZodObject, A extends z.ZodType, R extends Role> = Pick<
  Endpoint<I, A, R>,
  'path' | 'summary' | 'input' | 'answer'
> &
  Partial<
    Pick<
      Endpoint<I, A, R>,
      'method' | 'roles' | 'rate' | 'right' | 'within' | 'elevated' | 'body' | 'bodyKb' | 'secret' | 'kept'
    >
  >;

interface Drafting<R extends Role, Said> {
  /** An endpoint that only reads: 600 a minute, unless said otherwise. */
  reads<I extends z.ZodObject, A extends z.ZodType>(draft: Draft<I, A, R>): Endpoint<I, A, R>;
  /** An endpoint that changes something: 300 a minute, unless said otherwise. `Said` is what every one of these must say. */
  changes<I extends z.ZodObject, A extends z.ZodType>(draft: Draft<I, A, R> & Said): Endpoint<I, A, R> & Said;
}

/** How the endpoints of one audience are written down: who may read and who may change where an endpoint does not say it. */
export const drafting = <R extends Role, Said = unknown>(
  readers: readonly R[],
  changers: readonly R[],
): Drafting<R, Said> => ({
  reads: (draft) => ({ method: 'GET', roles: readers, rate: READS, ...draft, changesState: false }),
  changes: (draft) => ({ method: 'GET', roles: changers, rate: WRITES, ...draft, changesState: true }),
});

/** Methods an endpoint is served under: as shown, and as POST where a GET changes something. */
export const methodsOf = (endpoint: Endpoint): readonly ('GET' | 'POST')[] =>
  endpoint.changesState && endpoint.method === 'GET' ? ['GET', 'POST'] : [endpoint.method];

/** The names of a path's `{pieces}`. */
export const pathFields = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

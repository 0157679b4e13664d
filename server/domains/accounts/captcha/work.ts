// The computation that answers a captcha where its image cannot be read: some hundred derivations of a key, a second or a few of a browser's time.

import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

const ALGORITHM = 'PBKDF2/SHA-256';
/** Rounds of each derivation. */
const COST = 5_000;
/** How many derivations find it: each time a number in between. */
const LEAST = 200;
const MOST = 600;

/** Signs what is to be computed, and what comes out: so neither needs to be kept, and nothing is derived to judge it. */
interface Secrets {
  readonly task: string;
  readonly result: string;
}

/** The task, as JSON in one text. `key`: of the captcha that it answers, and no other. */
export async function newWork(key: string, { task, result }: Secrets): Promise<string> {
  const challenge = await createChallenge({
    ...{ algorithm: ALGORITHM, cost: COST, deriveKey, counter: randomInt(LEAST, MOST), data: { key } },
    hmacSignatureSecret: task,
    hmacKeySignatureSecret: result,
  });
  return JSON.stringify(challenge);
}

const count = z.number().int().min(0).max(1e9);
const text = z.string().max(500);
const answer = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: text,
      salt: text,
      cost: z.literal(COST),
      keyLength: z.literal(32),
      keyPrefix: text,
      keySignature: text,
      data: z.strictObject({ key: text }),
    }),
    signature: text,
  }),
  solution: z.strictObject({ counter: count, derivedKey: text, time: z.number().optional() }),
});
export type WorkAnswer = z.infer<typeof answer>;

/** The task with its result, as a browser sends both; undefined where the text is none. */
export function readWork(typed: string): WorkAnswer | undefined {
  if (!typed.startsWith('{')) return undefined;
  try {
    return answer.safeParse(JSON.parse(typed)).data;
  } catch {
    return undefined;
  }
}

/** Whether it was computed, for that captcha. Whether it is late is told by the captcha's own row. */
export async function isDone(key: string, { challenge, solution }: WorkAnswer, secrets: Secrets): Promise<boolean> {
  if (challenge.parameters.data.key !== key) return false;
  const { verified } = await verifySolution({
    ...{ challenge, solution, deriveKey },
    hmacSignatureSecret: secrets.task,
    hmacKeySignatureSecret: secrets.result,
  });
  return verified;
}

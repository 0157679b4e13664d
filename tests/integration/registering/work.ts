// Does a captcha's computation as a browser does, by no code of the server's: keys are derived from the nonce and a counter until one begins right.

import { pbkdf2Sync } from 'node:crypto';
import { z } from 'zod';

const task = z.looseObject({
  parameters: z.looseObject({
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
  }),
});

/** What is sent as the captcha's answer. */
export function computed(work: string): string {
  const challenge = task.parse(JSON.parse(work));
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  for (let counter = 0; ; counter += 1) {
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
    password.writeUInt32BE(counter, password.length - 4);
    const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
    if (key.startsWith(keyPrefix)) return JSON.stringify({ challenge, solution: { counter, derivedKey: key } });
  }
}

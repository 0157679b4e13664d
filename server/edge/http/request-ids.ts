// A name for each request, the same on every line of the log that is about it. It says nothing and no two are alike, servers' together.

import { randomBytes } from 'node:crypto';

export function requestIds(): () => string {
  const server = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${server}-${count.toString(36)}`;
  };
}

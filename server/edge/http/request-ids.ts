// A name for each request, the same on every line of the log that is about it. It says nothing and no two are alike, servers' together.

import { randomBytes } from 'node:crypto';

export function requestIds(): () => string {
  // Begins with a letter: a run of digits is hidden in the log, for it could be somebody's number.
  const server = `r${randomBytes(4).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return `${server}-${count.toString(36)}`;
  };
}

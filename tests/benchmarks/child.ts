// What a benchmark says to a process of its own and what that answers, one question at a time.

import type { ChildProcess } from 'node:child_process';

/** What it says next. Rejects where it ends instead. */
export function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`${child.spawnfile} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (said: T) => {
      child.off('exit', ended);
      resolve(said);
    });
  });
}

export function asked<T>(child: ChildProcess, what: object | string): Promise<T> {
  const answer = told<T>(child);
  child.send(what);
  return answer;
}

// Stands where the decoder stands and tries what an image that has taken it over would: says what it could do, and whose it is.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const outside = fileURLToPath(new URL('../../../../package.json', import.meta.url));
const tries: Readonly<Record<string, () => unknown>> = {
  'read a file of the project': () => fs.readFileSync(outside),
  'read a file of the system': () => fs.readFileSync('/etc/passwd'),
  'read its own memory': () => fs.readFileSync('/proc/self/maps'),
  'list its descriptors': () => fs.readdirSync('/proc/self/fd'),
  'write a file': () => fs.writeFileSync(fileURLToPath(new URL('./written', import.meta.url)), ''),
  'start a process': () => {
    const { error } = spawnSync(process.execPath, ['--version']);
    if (error) throw error;
  },
  'start a thread': () => new Worker('', { eval: true }),
};

const could = Object.entries(tries).flatMap(([what, act]) => {
  try {
    act();
    return [what];
  } catch {
    return [];
  }
});
process.stdout.write(JSON.stringify({ could, env: Object.keys(process.env), uid: process.getuid?.() }));

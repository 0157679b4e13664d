// A program that hangs is ended and counts as failed, also where what it started keeps its output open.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runNode } from './run-node.ts';

const HANGS = 'setInterval(() => {}, 1_000);';
const WITH_CHILD = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3_000)'], { stdio: 'inherit' }); ${HANGS}`;

let said: string[];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([HANGS, WITH_CHILD])('%s', async (program) => {
  expect(await runNode(['-e', program], { atEnd: true }, true, 500)).toBe(false);
  expect(said.join('\n')).toContain('still ran after 0.5 s');
});

test('one that ends in time is judged by its exit code', async () => {
  expect(await runNode(['-e', ''], { atEnd: true }, true, 60_000)).toBe(true);
  expect(await runNode(['-e', 'process.exit(3)'], { atEnd: true }, true, 60_000)).toBe(false);
  expect(said).toEqual([]);
});

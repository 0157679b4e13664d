// What is tried: the code that decides and reckons, by its folder. Tests, samples and the slow models that others are held against are no part of it.

import * as fs from 'node:fs';
import { root } from '../planted-bugs/scratch.ts';

const TRIED = [
  'kernel/**/*.ts',
  'engine/**/*.ts',
  'contract/*.ts',
  'server/domains/**/rules.ts',
  'server/domains/**/rules/*.ts',
  'server/domains/**/*-rules.ts',
];
const NOT_TRIED = /\.(test|fixture)\.ts$|^engine\/reference\/|\/node_modules\//;

export const filesTried = (only: readonly string[]): string[] =>
  TRIED.flatMap((pattern) => fs.globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !NOT_TRIED.test(file))
    .filter((file) => only.length === 0 || only.some((part) => file.includes(part)))
    .sort();

/** The unit tests that may notice: those of the server's side and of the simulation. */
export const testFiles = (): string[] =>
  ['{kernel,contract,engine,server}/**/*.test.ts', 'tests/simulation/**/*.test.ts']
    .flatMap((pattern) => fs.globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('node_modules'))
    .sort();

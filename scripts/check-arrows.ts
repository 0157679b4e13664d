// Holds the arrows of .dependency-cruiser.cjs. The cruiser reads TypeScript through its JS API, which version 7 does not have, so for the
// cruiser alone the name `typescript` leads to version 6.

import * as fs from 'node:fs';
import { registerHooks } from 'node:module';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

registerHooks({
  resolve(specifier, context, next) {
    const fromCruiser = context.parentURL?.includes('/node_modules/dependency-cruiser/') ?? false;
    const name = fromCruiser ? specifier.replace(/^typescript(?=\/|$)/, 'typescript-6') : specifier;
    return next(name, context);
  },
});

const { cruise } = await import('dependency-cruiser');
const { default: extractConfig } = await import('dependency-cruiser/config-utl/extract-depcruise-config');
const { default: extractTsConfig } = await import('dependency-cruiser/config-utl/extract-ts-config');

const config = await extractConfig(path.join(root, '.dependency-cruiser.cjs'));
const folders = ['kernel', 'contract', 'engine', 'server', 'ui', 'web', 'console', 'tests', 'scripts'];
const result = await cruise(
  folders.filter((folder) => fs.existsSync(folder)),
  { ...config.options, ruleSet: config, validate: true, outputType: 'err' },
  config.options?.enhancedResolveOptions,
  { tsConfig: extractTsConfig(path.join(root, 'tsconfig.json')) },
);
const sources = countSources(result.output);
console.log(typeof result.output === 'string' ? result.output.trim() : '');
process.exitCode = result.exitCode === 0 && sources ? 0 : 1;

/** A cruise that reads no TypeScript finds no violation; that must not pass for a good house. */
function countSources(report: unknown): boolean {
  return typeof report === 'string' && /\b[1-9]\d+ modules/.test(report);
}

// Vite plugin: version.json beside the page, by which an open app learns that another build is served. A build is known by the name of its first script,
// which carries a hash over all that it loads, so that no build has to hold a number of its own.

import * as path from 'node:path';
import type { Plugin } from 'vite';

export function versionPlugin(): Plugin {
  return {
    name: 'fairtick-version',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry);
      if (!entry) throw new Error('the build has no first script');
      const source = `${JSON.stringify({ build: path.basename(entry.fileName) })}\n`;
      this.emitFile({ type: 'asset', fileName: 'version.json', source });
    },
  };
}

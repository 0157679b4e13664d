// Builds the staff's console into console/dist. Run with the project's own Node: the contract is read as TypeScript.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPlugin } from './vite-contract.ts';

/** Where `npm run dev` finds the staff's API. */
const SERVER = `http://127.0.0.1:${process.env.CONSOLE_PORT ?? 8081}`;

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [contractPlugin(), react()],
  build: {
    target: ['chrome111', 'edge111', 'firefox121', 'safari16.4'],
    outDir: 'dist',
    emptyOutDir: true,
    // The page's policy loads nothing from data: addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What a first load may weigh is held by scripts/check-weight.ts, as the browser counts it.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    // One chunk for what the first page needs of others' code: it outlives our own changes. The editor's comes with the screen that writes.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', test: /node_modules/, tags: ['$initial'] }] } },
    },
  },
  server: { proxy: { '/staff': SERVER, '/content': SERVER } },
});

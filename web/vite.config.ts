// Builds the users' app into web/dist. Run with the project's own Node: the contract is read as TypeScript.

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPlugin } from './vite-contract.ts';
import { firstPaintPlugin } from './vite-first-paint.ts';
import { versionPlugin } from './vite-version.ts';

/** Where `npm run dev` finds the API and the socket. */
const SERVER = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [contractPlugin(), react(), tailwindcss(), firstPaintPlugin(), versionPlugin()],
  json: { stringify: true },
  build: {
    target: ['chrome111', 'edge111', 'firefox121', 'safari16.4'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Listed so that the size check can tell what the first page loads.
    manifest: true,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One chunk for what the first page needs of others' code: it packs smaller together, and outlives our own changes.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|zustand|@tanstack)[\\/]/,
            },
            // And one for what the first page needs of ours, however many screens share it.
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/v2': { target: SERVER, ws: true },
      '/v3': SERVER,
      '/content': SERVER,
      '/unsubscribe': SERVER,
      '/tlog': SERVER,
    },
  },
});

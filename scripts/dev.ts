// `npm run dev`: the server starts anew when a file of it changes, the app in the browser changes while it runs. The same settings as `npm
// start`; a debugger finds the server on port 9229.

import { type ChildProcess, spawn } from 'node:child_process';
import * as path from 'node:path';
import { createServer } from 'vite';
import { root } from './run-node.ts';

const APP_PORT = 5173;

const server = watchServer();
const app = await createServer({
  root: path.join(root, 'web'),
  configFile: path.join(root, 'web', 'vite.config.ts'),
  server: { port: APP_PORT, host: process.env.HOST ?? '127.0.0.1' },
});
await app.listen();
console.log('The app while you work on it; the API and the socket behind it are the server’s:');
app.printUrls();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => server.kill('SIGTERM'));
server.once('exit', async (code) => {
  await app.close();
  process.exit(code ?? 0);
});

/** Node watches every file that the server has loaded, and lets a running one drain before the next begins. */
function watchServer(): ChildProcess {
  const main = path.join('server', 'main', 'main.ts');
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', '--inspect=127.0.0.1:9229', main], {
    cwd: root,
    stdio: 'inherit',
  });
}

// `npm run dev`: the server starts anew when a file of it changes, the app and the console in the browser change while they run. The same settings as `npm
// start`; a debugger finds the server on port 9229.

import { type ChildProcess, spawn } from 'node:child_process';
import * as path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { root } from './run-node.ts';

const APP_PORT = 5173;
const CONSOLE_PORT = 5174;

const server = watchServer();
const [app, staff] = await Promise.all([serve('web', APP_PORT), serve('console', CONSOLE_PORT)]);
console.log('The app while you work on it; the API and the socket behind it are the server’s:');
app.printUrls();
console.log('The console. Passkeys hold for one address: for them start with CONSOLE_URL set to this one:');
staff.printUrls();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => server.kill('SIGTERM'));
server.once('exit', async (code) => {
  await Promise.all([app.close(), staff.close()]);
  process.exit(code ?? 0);
});

async function serve(workspace: string, port: number): Promise<ViteDevServer> {
  const vite = await createServer({
    root: path.join(root, workspace),
    configFile: path.join(root, workspace, 'vite.config.ts'),
    server: { port, host: process.env.HOST ?? '127.0.0.1' },
  });
  return await vite.listen();
}

/** Node watches every file that the server has loaded, and lets a running one drain before the next begins. */
function watchServer(): ChildProcess {
  const main = path.join('server', 'main', 'main.ts');
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', '--inspect=127.0.0.1:9229', main], {
    cwd: root,
    stdio: 'inherit',
  });
}

// The operator's page on its own port. So far it shows health and nothing else: it can change nothing, so it asks for no sign-in.

import Fastify, { type FastifyInstance } from 'fastify';
import type { Health } from '../http/server.ts';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fairtick console</title><style>
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color-scheme:light dark}
pre{overflow:auto;padding:1rem;border:1px solid #8886;border-radius:8px}</style>
<h1>Fairtick console</h1><p>Health of this server, read anew every two seconds. Staff sign-in and queues are not built yet.</p>
<pre id="health" role="status">…</pre><script src="/console.js"></script></html>`;

const SCRIPT = `const show = async () => {
  const place = document.getElementById('health');
  try { place.textContent = JSON.stringify(await (await fetch('/health')).json(), null, 2); }
  catch { place.textContent = 'The server does not answer.'; }
};
show(); setInterval(show, 2000);`;

export function buildConsole({ health }: { readonly health: () => Promise<Health> }): FastifyInstance {
  const app = Fastify({ logger: false, trustProxy: false, forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => {
    void reply
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'",
      )
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store');
  });
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get('/console.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT));
  app.get('/health', async (_request, reply) => {
    const now = await health();
    return reply.code(now.ok ? 200 : 503).send({ ok: now.ok, ...now.details });
  });
  return app;
}

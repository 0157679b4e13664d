// Beside the app, once somebody has asked for messages in this browser: shows them while the app is closed. A page always comes from the network, so that
// an old app never meets a new server; only files whose name is a hash of what they hold are kept.

const ASSETS = 'assets-1';
/** More files than a few versions of the app have. */
const MOST_ASSETS = 400;
const SCOPE = new URL('./', self.location.href);
const NOTICES = new URL('./#/notices', SCOPE).href;

/** Said while there is no network: which language the app is in is known to the app alone. */
const OFFLINE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Fairtick</title>
<body style="font:16px/1.5 system-ui,sans-serif;padding:24px;color-scheme:light dark">
<p>There is no connection. Prices and orders need one: please load the page again.</p>
<p lang="zh-HK">目前沒有網絡連線。報價及訂單需要連線，請重新載入。</p>
<p lang="ar" dir="rtl">لا يوجد اتصال. الأسعار والأوامر تحتاج إليه: يرجى إعادة تحميل الصفحة.</p>`;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== SCOPE.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith(`${SCOPE.pathname}assets/`)) event.respondWith(asset(request));
});
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data?.at));
});

async function takeOver() {
  for (const name of await caches.keys()) if (name !== ASSETS) await caches.delete(name);
  await self.clients.claim();
}

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return new Response(OFFLINE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
}

async function asset(request) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (!answer.ok) return answer;
  await cache.put(request, answer.clone());
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST_ASSETS))) await cache.delete(old);
  return answer;
}

async function show(data) {
  const { body, tag, lang, dir, at } = data.json();
  const icon = new URL('./icon-192.png', SCOPE).href;
  await self.registration.showNotification('Fairtick', { body, tag, lang, dir, icon, data: { at } });
}

/** Of the app alone, whatever a message says; the notices where it says nothing. */
async function openAt(at) {
  const page = /^#\/[a-z/]+$/.test(at ?? '') ? new URL(`./${at}`, SCOPE).href : NOTICES;
  const windows = await self.clients.matchAll({ type: 'window' });
  const [open] = windows;
  if (!open) return self.clients.openWindow(page);
  await open.navigate(page);
  return open.focus();
}

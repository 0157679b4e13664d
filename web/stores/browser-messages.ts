// Messages to this browser while the app is closed: asked for by the user, and ended with their session.

import { call } from './api.ts';
import { ownWorker } from './own-worker.ts';

/** `blocked`: the browser itself was told to show none; `absent`: it cannot. */
export type BrowserMessages = 'on' | 'off' | 'blocked' | 'absent';

export async function browserMessages(): Promise<BrowserMessages> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'absent';
  if (Notification.permission === 'denied') return 'blocked';
  return (await subscription()) ? 'on' : 'off';
}

const subscription = async (): Promise<PushSubscription | null | undefined> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** Rejects where the server does not take it, or the browser's own service does not answer. */
export async function startMessages(): Promise<BrowserMessages> {
  if ((await Notification.requestPermission()) !== 'granted') return browserMessages();
  const { key } = await call('push_key', {});
  await navigator.serviceWorker.register(ownWorker());
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys = {} } = made.toJSON();
  await call('push_add', { endpoint: endpoint ?? '', p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' });
  return 'on';
}

export async function stopMessages(): Promise<BrowserMessages> {
  const made = await subscription();
  if (made) {
    await call('push_remove', { endpoint: made.endpoint });
    await made.unsubscribe();
  }
  return 'off';
}

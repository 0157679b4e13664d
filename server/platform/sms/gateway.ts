// Sends text messages by the operator's own gateway: one signed POST each, see docs/sms-gateway.md.

import { createHmac } from 'node:crypto';
import type { Clock } from '@fairtick/kernel/clock';
import { type FindRecipient, unsentOf } from '../mail/letter.ts';
import { messageName } from '../outbox/message-name.ts';
import { GivenUp, type Sender } from '../outbox/outbox.ts';
import { composeSms } from './compose.ts';

export interface SmsOptions {
  /** Never log the secret. */
  readonly sms: { readonly url: string; readonly secret: string };
  readonly recipient: FindRecipient;
  readonly clock: Clock;
}

/** Less than the outbox's lease. */
const ANSWER_LIMIT_MS = 15_000;

export function smsSender({ sms, recipient, clock }: SmsOptions): Sender {
  return async (message) => {
    const { address, template, params, lang } = unsentOf(message);
    const found = message.ownerId === 0n ? undefined : await recipient(message.ownerId);
    const to = address ?? found?.mobile;
    if (to === undefined) throw new GivenUp('nothing was sent: the user has no mobile number');
    const text = composeSms(template, params, lang ?? found?.lang);
    const body = JSON.stringify({ to, text, id: messageName(message) });
    const time = String(clock.now());
    const response = await fetch(sms.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'fairtick-time': time,
        'fairtick-signature': signatureOf(sms.secret, time, body),
      },
      body,
      // The gateway is at this address and at no other.
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
  };
}

/** HMAC-SHA256 over the time, a full stop and the body, hex. */
export const signatureOf = (secret: string, time: string, body: string): string =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');

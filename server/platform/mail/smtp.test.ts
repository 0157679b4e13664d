import { expect, test } from 'vitest';
import { saysNobodyIsThere } from './smtp.ts';

test.each<[response: string, nobody: boolean]>([
  ['550 5.1.1 The email account that you tried to reach does not exist', true],
  ['550-5.1.1 The email account\n550 5.1.1 does not exist', true],
  ['550 5.1.2 Bad destination system address', true],
  ['556 5.1.10 Recipient address has null MX', true],
  ['551 5.1.6 Mailbox has moved', true],
  ['550 5.2.1 The email account that you tried to reach is disabled', true],
  ['550 No such user here', true],
  ['553 Mailbox name not allowed', true],
  // The sender's address.
  ['550 5.1.8 Domain of sender address does not exist', false],
  ['553 5.1.7 The sender address is not valid', false],
  // A mailbox that is full is emptied, and a policy is mended.
  ['552 5.2.2 Mailbox full', false],
  ['550 5.7.1 Our system has detected that this message is likely unsolicited mail', false],
  ['550 5.7.26 Unauthenticated email is not accepted due to the DMARC policy', false],
  ['554 5.7.1 Service unavailable; client host blocked', false],
  ['550 5.4.1 Recipient address rejected: Access denied', false],
  ['550 relay not permitted', false],
  ['550 Blocked by our policy', false],
  ['530 5.7.0 Must issue a STARTTLS command first', false],
  ['552 Message size exceeds fixed limit', false],
  ['450 4.1.1 Mailbox unavailable', false],
  ['421 Try again later', false],
])('%s', (response, nobody) => {
  expect(saysNobodyIsThere(Number(response.slice(0, 3)), response)).toBe(nobody);
});

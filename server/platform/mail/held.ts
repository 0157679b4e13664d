// What becomes of letters where no mail server is set up: on a machine of one's own they are printed into the log, and nowhere else.

import type { Addresses } from '../config/addresses.ts';
import type { Logger } from '../logger.ts';
import type { Message } from '../outbox/table.ts';
import { composeLetter } from './compose.ts';
import { unsentOf } from './letter.ts';

export interface HeldOptions {
  readonly logger: Logger;
  /** Only for a server that listens to its own machine alone and is not in earnest. */
  readonly print: boolean;
  readonly addresses: () => Addresses;
}

/** Given each held letter once. */
export function heldLetters({ logger, print, addresses }: HeldOptions): (message: Message) => void {
  return (message) => {
    if (!print) return;
    const { template, params, lang } = unsentOf(message);
    try {
      const { subject, text } = composeLetter({ template, params, lang: lang ?? 'en', addresses: addresses() });
      // The log cuts a long text: a paragraph is short enough to be read whole.
      logger.info({ subject, text: text.split('\n\n') }, 'a letter waits, since SMTP_URL is not set');
    } catch (error) {
      logger.warn({ err: error }, 'a letter waits that cannot be printed');
    }
  };
}

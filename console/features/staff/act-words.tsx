// An act as a sentence: after the name of who did it, what they did and to whom.

import type { Act } from '@fairtick/contract/staff/audit';
import { actContents } from '../../calculators/act-contents.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useWords } from '../../i18n/use-words.ts';

export interface ActWords {
  readonly sentence: string;
  /** As somebody wrote it, or why the server did it by itself; empty where nobody had to say. */
  readonly reason: string;
}

/** Where the words for why something was refused stand. */
const reasonsOf = (kind: string): string =>
  kind.startsWith('withdrawal') ? 'withdrawal_reason' : kind.startsWith('deposit') ? 'deposit_reason' : 'rejection';

/** Where the contents were erased, or say nothing of it, three dots stand for them. */
export function useActWords(): (act: Act) => ActWords {
  const t = useTexts();
  const words = useWords();
  return ({ kind, about, subject, contents }) => {
    const { text, list } = actContents(contents);
    const known = (said: string): string => (said === '' ? '…' : said);
    const sentence = t(`did.${kind}`, {
      about: known(textOrName(t, 'setting', about === '' ? subject : about)),
      roles: known(words.named('role', list('roles'))),
      given: words.named('role', list('given')) || t('none'),
      taken: words.named('role', list('taken')) || t('none'),
      locks: known(words.named('lock', list('locks'))),
      factor: known(textOrName(t, 'factor', text('factor'))),
      proposal: known(textOrName(t, 'proposal', text('kind'))),
      code: known(textOrName(t, reasonsOf(kind), text('code'))),
      version: known(text('version')),
      amount: known(text('amount')),
      reference: known(text('reference')),
      move: known(textOrName(t, 'move', text('move'))),
      account: textOrName(t, 'house_account', text('account')),
    });
    return { sentence, reason: text('reason') || text('words') || textOrName(t, 'cause', text('cause')) };
  };
}

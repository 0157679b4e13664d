// How a proposal is called: what it is, and whom or what it is about. Of the house's money the first says both.

import type { Proposal } from '@fairtick/contract/staff/people';
import { isOfSetting } from '@fairtick/contract/staff/setting-kinds';
import { type Translate, textOrName } from '../../i18n/texts.ts';

export function titleOf({ kind, subject }: Pick<Proposal, 'kind' | 'subject'>, t: Translate): string {
  const what = t(`proposal.${kind}`);
  if (kind === 'house_move') return what;
  return `${what} · ${isOfSetting({ kind }) ? textOrName(t, 'setting', subject) : subject}`;
}

// Field by field what a proposal changes, old beside new, in words where the console has them.

import { statusFacts } from '@fairtick/contract/service-status';
import { ASSIGNED, HOUSE_MOVES } from '@fairtick/contract/staff/house-moves';
import type { Proposal } from '@fairtick/contract/staff/people';
import { isOfSetting } from '@fairtick/contract/staff/setting-kinds';
import { withMoments } from '../../calculators/moments.ts';
import { offerChanges, offerDifference } from '../../calculators/offers.ts';
import { statusFact, statusField } from '../../calculators/service-status.ts';
import { useRead } from '../../hooks/use-read.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Raw } from '../../parts/raw.tsx';
import { HouseSides } from './house-sides.tsx';
import { useOfferWords } from './offers.tsx';
import { type Line, OldAndNew } from './old-and-new.tsx';
import { useStatusLines, useStatusWord } from './status-words.tsx';

export function Difference({ proposal }: { proposal: Proposal }) {
  const lines = useLines(proposal);
  if (lines.length === 0) return null;
  return (
    <>
      <OldAndNew lines={lines} />
      {proposal.kind === 'house_move' && proposal.state === 'open' && <SidesNow proposal={proposal} />}
      {isOfSetting(proposal) && <Raw json={JSON.stringify(proposal.difference)} />}
    </>
  );
}

/** What the move would do to both sides as the books are now: they move on while it waits. */
function SidesNow({ proposal: { difference } }: { proposal: Proposal }) {
  const house = useRead('house', {});
  const said = (field: string): string => difference.find((one) => one.field === field)?.new ?? '';
  const move = HOUSE_MOVES.find((one) => one === said('move'));
  const product = ASSIGNED.find((one) => one === said('account')) ?? '';
  return move && house.data ? (
    <HouseSides of={{ move, product, amount: said('amount') }} accounts={house.data} />
  ) : null;
}

/** What another value of a setting would change, where it can be told in words; with nothing to tell, nothing. */
export function SettingDifference({ old, next }: { old: string; next: string }) {
  const offerWords = useOfferWords();
  const statusLines = useStatusLines();
  const changes = offerDifference(old, next);
  const [before, after] = [statusFacts(old), statusFacts(next)];
  if (before && after) return <OldAndNew lines={statusLines(before, after)} />;
  return changes && changes.length > 0 ? <OldAndNew lines={changes.map(offerWords)} /> : null;
}

function useLines({ kind, difference }: Proposal): readonly Line[] {
  const t = useTexts();
  const offerWords = useOfferWords();
  const said = useSaid();
  const word = useStatusWord();
  return difference.flatMap(({ field, old, new: next }): Line[] => {
    const offers = kind === 'setting' ? offerChanges(field, old, next) : undefined;
    if (offers) return offers.map(offerWords);
    const about = kind === 'status_setting' ? statusField(field) : undefined;
    if (about)
      return [
        { field: t(`status_field.${about}`), old: word(about, statusFact(old)), next: word(about, statusFact(next)) },
      ];
    const name = textOrName(t, kind === 'freeze' || kind === 'unfreeze' ? 'lock' : 'proposed', field);
    return [{ field: name, old: said(field, old), next: said(field, next) }];
  });
}

const LOCKED = /^locked since (\S+), until (\S+Z|it is lifted): (.*)$/s;
const SOONEST = /(as soon as it is accepted|a day after it is accepted)( at the earliest)?$/;

/** A value as the reader says it. What was proposed is one text for everybody; what people typed stays as they typed it. */
function useSaid(): (field: string, text: string) => string {
  const t = useTexts();
  const { dayTime } = useFormats();
  const words = useWords();
  return (field, text) => {
    if (text === '' || field === 'name' || field === 'email') return text;
    if (field === 'move') return textOrName(t, 'house_move', text);
    if (field === 'why') return textOrName(t, 'deposit_reason', text);
    if (field === 'account') return textOrName(t, 'house_account', text);
    if (field === 'audience') return textOrName(t, 'content.audience', text);
    if (field === 'headline') return text;
    if (field === 'roles') return words.named('role', text.split(', '));
    const [, since, until, reason = ''] = LOCKED.exec(text) ?? [];
    if (since !== undefined && until !== undefined) {
      const locked = withMoments(since, dayTime);
      return until === 'it is lifted'
        ? t('locked.since', { since: locked, reason })
        : t('locked.since_until', { since: locked, until: withMoments(until, dayTime), reason });
    }
    const soonest = text.replace(SOONEST, (sentence) => textOrName(t, 'proposed_value', sentence));
    return withMoments(textOrName(t, 'proposed_value', soonest), dayTime);
  };
}

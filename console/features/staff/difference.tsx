// Field by field what a proposal changes, old beside new, in words where the console has them.

import type { Proposal } from '@fairtick/contract/staff/people';
import { Table } from '@mantine/core';
import { withMoments } from '../../calculators/moments.ts';
import { offerChanges, offerDifference } from '../../calculators/offers.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Raw } from '../../parts/raw.tsx';
import { useOfferWords } from './offers.tsx';

interface Line {
  readonly field: string;
  readonly old: string;
  readonly next: string;
}

export function Difference({ proposal }: { proposal: Proposal }) {
  const lines = useLines(proposal);
  if (lines.length === 0) return null;
  return (
    <>
      <OldAndNew lines={lines} />
      {proposal.kind === 'setting' && <Raw json={JSON.stringify(proposal.difference)} />}
    </>
  );
}

/** What another value of a setting would change, where it can be told in words; with nothing to tell, nothing. */
export function SettingDifference({ old, next }: { old: string; next: string }) {
  const offerWords = useOfferWords();
  const changes = offerDifference(old, next);
  return changes && changes.length > 0 ? <OldAndNew lines={changes.map(offerWords)} /> : null;
}

function OldAndNew({ lines }: { lines: readonly Line[] }) {
  const t = useTexts();
  return (
    <Table verticalSpacing={6} horizontalSpacing="xs" className="difference">
      <Table.Thead>
        <Table.Tr>
          {(['field', 'old', 'new'] as const).map((name) => (
            <Table.Th key={name} scope="col">
              {t(`difference.${name}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ field, old, next }) => (
          <Table.Tr key={field} data-changed={old !== next || undefined}>
            <Table.Td>{field}</Table.Td>
            <Table.Td>{old === '' ? '–' : old}</Table.Td>
            <Table.Td>{next === '' ? '–' : next}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function useLines({ kind, difference }: Proposal): readonly Line[] {
  const t = useTexts();
  const offerWords = useOfferWords();
  const said = useSaid();
  return difference.flatMap(({ field, old, new: next }): Line[] => {
    const offers = kind === 'setting' ? offerChanges(field, old, next) : undefined;
    if (offers) return offers.map(offerWords);
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

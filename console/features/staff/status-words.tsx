// The service's status in words: as it is, and what a proposal changes in it.

import { STATUS_FIELDS, type StatusFacts, type StatusField } from '@fairtick/contract/service-status';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Facts } from '../../parts/panel.tsx';
import type { Line } from './old-and-new.tsx';

export function StatusValue({ facts }: { facts: StatusFacts }) {
  const t = useTexts();
  const said = useStatusWord();
  return <Facts rows={STATUS_FIELDS.map((field) => [t(`status_field.${field}`), said(field, facts[field])])} />;
}

/** Lines of both, the fields that differ alone. */
export function useStatusLines(): (old: StatusFacts, next: StatusFacts) => readonly Line[] {
  const t = useTexts();
  const said = useStatusWord();
  return (old, next) =>
    STATUS_FIELDS.flatMap((field) =>
      old[field] === next[field]
        ? []
        : [{ field: t(`status_field.${field}`), old: said(field, old[field]), next: said(field, next[field]) }],
    );
}

export function useStatusWord(): (field: StatusField, fact: string | number) => string {
  const t = useTexts();
  const { dayTime } = useFormats();
  return (field, fact) => {
    if (field === 'status') return textOrName(t, 'service', String(fact));
    if (field === 'reason') return textOrName(t, 'service_reason', String(fact));
    if (fact === 0 || fact === '') return t('service.unsaid');
    return (field === 'from' || field === 'until') && typeof fact === 'number' ? dayTime(fact) : String(fact);
  };
}

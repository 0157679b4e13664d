// What a follower sets: how large copies are, how much margin they may take in all, and where it ends. For the form and for changing it.

import { MAX_AMOUNT_LEAST, MAX_AMOUNT_MOST, MULTIPLE_MOST } from '@fairtick/contract/trader-words';
import { Card } from '@fairtick/ui/card';
import { DecimalField, Field, plainDecimal } from '@fairtick/ui/field';
import { useFormats } from '@fairtick/ui/locale';
import { type FollowDraft, type FollowFaults, stopMost } from '../../calculators/following.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ChoiceCards } from './choice-cards.tsx';

const MODES = ['proportional', 'lots'] as const;

interface FieldsProps {
  readonly draft: FollowDraft;
  readonly onDraft: (draft: FollowDraft) => void;
  /** Undefined until something was sent that did not fit. */
  readonly faults: FollowFaults | undefined;
  /** What the trader suggests, USD; '' where something was set already. */
  readonly suggested: string;
}

export function FollowFields({ draft, onDraft, faults, suggested }: FieldsProps) {
  const t = useTexts('follow');
  const formats = useFormats();
  const money = (text: string): string => formats.money(text, { places: 2 });
  const set = (part: Partial<FollowDraft>): void => onDraft({ ...draft, ...part });
  const amounts = { min: money(String(MAX_AMOUNT_LEAST)), max: money(String(MAX_AMOUNT_MOST)) };
  const top = stopMost(draft.maxAmount);
  return (
    <>
      <Card className="grid gap-4 p-4">
        <ChoiceCards
          legend={t('form.mode')}
          choices={MODES.map((value) => ({
            value,
            title: t(`form.mode.${value}`),
            text: t(`form.mode.${value}.text`),
          }))}
          value={draft.mode}
          onValue={(mode) => set({ mode })}
          className="sm:grid-cols-2"
        />
        <Field
          label={t('form.multiple')}
          value={draft.multiple}
          onValue={(text) => set({ multiple: plainDecimal(text) })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          dir="ltr"
          hint={t(`form.echo.${draft.mode}`, { multiple: draft.multiple === '' ? '—' : draft.multiple })}
          {...(faults?.multiple ? { error: t('form.fault.multiple', { most: formats.count(MULTIPLE_MOST) }) } : {})}
        />
        <DecimalField
          label={t('form.max')}
          value={draft.maxAmount}
          onValue={(maxAmount) => set({ maxAmount })}
          end={<span className="text-quiet text-sm">USD</span>}
          hint={suggested === '' ? t('form.max_note') : t('form.max_hint', { amount: money(suggested) })}
          {...(faults?.maxAmount ? { error: t('form.fault.max', amounts) } : {})}
        />
      </Card>
      <Card className="grid gap-3 p-4">
        <DecimalField
          label={t('form.stop')}
          value={draft.stopAmount}
          onValue={(stopAmount) => set({ stopAmount })}
          placeholder={draft.maxAmount}
          end={<span className="text-quiet text-sm">USD</span>}
          hint={t('form.stop_hint')}
          {...(faults?.stopAmount
            ? { error: t('form.fault.stop', { min: money('1'), max: money(top ?? String(MAX_AMOUNT_MOST)) }) }
            : {})}
        />
      </Card>
    </>
  );
}

// Where a withdrawal goes: one of the bound destinations. One that rests says from when it can be used.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Card } from '@fairtick/ui/card';
import { useFormats } from '@fairtick/ui/locale';
import { useId } from 'react';
import { useNow } from '../../hooks/use-now.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AddressText } from './address-text.tsx';
import type { Kind } from './kinds.ts';

export type Destination = AnswerOf<'get_draw_method'>[number];

interface Props {
  readonly kind: Kind;
  readonly places: readonly Destination[] | undefined;
  readonly picked: string;
  readonly onPicked: (id: string) => void;
  readonly error: string | undefined;
}

export function DestinationChoice({ kind, places, picked, onPicked, error }: Props) {
  const t = useTexts('withdraw');
  const name = useId();
  const noteId = `${name}-note`;
  return (
    <Card className="overflow-hidden">
      <fieldset aria-describedby={error ? noteId : undefined}>
        <legend className="px-4 pt-4 font-medium text-muted text-sm">{t('to')}</legend>
        {places?.map((place) => (
          <Choice
            key={place.id}
            name={name}
            place={place}
            checked={place.id === picked}
            invalid={error !== undefined}
            onChecked={() => onPicked(place.id)}
          />
        ))}
      </fieldset>
      {error && (
        <p id={noteId} role="alert" className="px-4 pb-2 text-danger text-sm">
          {error}
        </p>
      )}
      <a
        href={`#/mine/withdraw-way?type=${kind}`}
        className="flex min-h-12 items-center px-4 font-semibold text-accent-text text-sm"
      >
        {t('to.add')}
      </a>
    </Card>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly place: Destination;
  readonly checked: boolean;
  readonly invalid: boolean;
  readonly onChecked: () => void;
}

function Choice({ name, place, checked, invalid, onChecked }: ChoiceProps) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const rests = place.usable_at > useNow();
  const { label, bank_name, dc_address, payee_account, draw_currency } = place;
  return (
    <label className="flex cursor-pointer items-start gap-3 border-line px-4 py-3 not-last:border-b">
      <input
        type="radio"
        name={name}
        checked={checked}
        aria-invalid={invalid || undefined}
        onChange={onChecked}
        className="mt-0.5 size-5 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-base [overflow-wrap:anywhere]">
          <bdi>{label || bank_name || draw_currency.code}</bdi>
        </span>
        <AddressText text={dc_address || payee_account} className="mt-1 text-sm" />
        {rests && (
          <span className="mt-1 block text-sm text-warn">
            {t('to.rests', { time: formats.dateMinute(place.usable_at) })}
          </span>
        )}
      </span>
    </label>
  );
}

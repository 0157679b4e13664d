// What is bound of a kind: each whole, with what it rests for, and a way to remove it, by its button or by a swipe.

import { Button, buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { Confirm } from '@fairtick/ui/confirm';
import { EmptyState } from '@fairtick/ui/empty-state';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { sayToast } from '../../stores/toast.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { AddressText } from './address-text.tsx';
import type { Destination } from './destination-choice.tsx';
import { Failed } from './failed.tsx';
import type { Kind } from './kinds.ts';

const NAMES = { '1': 'coins', '2': 'banks' } as const;
/** A finger that goes so far sideways wants the row away. */
const SWIPE_PX = 80;

export function DestinationList({ kind }: { kind: Kind }) {
  const t = useTexts('withdraw');
  const shell = useTexts('shell');
  const name = NAMES[kind];
  const { data, state, retry } = useAnswer(QUERY.destinations, 'get_draw_method', { draw_type: kind });
  const [asked, setAsked] = useState<Destination>();
  const act = useAct('del_draw_method');
  async function remove(): Promise<void> {
    if (!asked) return;
    const { id } = asked;
    // The dialog of a step-up must not lie below this one.
    setAsked(undefined);
    if (!(await act.send({ id }))) return;
    sayToast({ tone: 'success', text: t('removed') });
    refresh(QUERY.destinations);
  }
  const add = (
    <a href={`#/mine/withdraw-way?type=${kind}`} className={buttonClass({ wide: true })}>
      <Plus aria-hidden="true" size={20} />
      {t(`${name}.add`)}
    </a>
  );
  if (state === 'failed') return <Failed title={t('failed.title')} text={t('failed.text')} retry={retry} />;
  if (!data)
    return (
      <div className="grid gap-3" aria-hidden="true">
        <Skeletons count={2} className="h-28 w-full rounded-xl" />
      </div>
    );
  if (data.length === 0) return <EmptyState title={t(`${name}.none`)} text={t('places.none.text')} action={add} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {data.map((place) => (
          <li key={place.id}>
            <Place place={place} onRemove={() => setAsked(place)} />
          </li>
        ))}
      </ul>
      {add}
      <Confirm
        open={asked !== undefined}
        onOpen={(open) => {
          if (!open) setAsked(undefined);
        }}
        title={t('remove.title')}
        text={t('remove.text')}
        confirmLabel={t('remove')}
        cancelLabel={shell('cancel')}
        tone="danger"
        onConfirm={() => void remove()}
      />
    </div>
  );
}

function Place({ place, onRemove }: { place: Destination; onRemove: () => void }) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const now = useNow();
  const began = useRef<number>(undefined);
  const { label, bank_name, dc_address, payee_account, payee_name, draw_currency } = place;
  const name = label || bank_name || draw_currency.code;
  return (
    <Card
      className="touch-pan-y p-4"
      onTouchStart={({ touches }) => {
        began.current = touches[0]?.clientX;
      }}
      onTouchEnd={({ changedTouches }) => {
        const ended = changedTouches[0]?.clientX;
        if (began.current !== undefined && ended !== undefined && Math.abs(ended - began.current) > SWIPE_PX)
          onRemove();
        began.current = undefined;
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 font-medium text-base [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <Button tone="ghost" size="sm" aria-label={t('remove.named', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
      <p className="text-quiet text-sm">
        <bdi>{[draw_currency.code, draw_currency.protocol, payee_name].filter((one) => one !== '').join(' · ')}</bdi>
      </p>
      <AddressText text={dc_address || payee_account} className="mt-2 text-base" />
      {place.usable_at > now && (
        <p className="mt-2 text-sm text-warn">{t('to.rests', { time: formats.dateMinute(place.usable_at) })}</p>
      )}
    </Card>
  );
}

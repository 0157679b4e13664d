// Sets anew how a trader is copied: it holds for orders that they open from now on.

import { Button } from '@fairtick/ui/button';
import { Sheet } from '@fairtick/ui/sheet';
import { type FormEvent, useId, useState } from 'react';
import { type FollowDraft, type FollowFaults, type FollowWanted, readFollow } from '../../calculators/following.ts';
import type { Followed } from '../../hooks/use-following.ts';
import { useIntent } from '../../hooks/use-intent.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { FollowFields } from './follow-fields.tsx';

const draftOf = (one: Followed): FollowDraft => ({
  mode: one.mode,
  multiple: String(one.multiple),
  maxAmount: one.max_amount,
  stopAmount: one.stop_next ?? one.stop_amount,
});

export function SettingsSheet({ one, onDone }: { one: Followed; onDone: () => void }) {
  const t = useTexts('follow');
  const form = useId();
  const [draft, setDraft] = useState(() => draftOf(one));
  const [faults, setFaults] = useState<FollowFaults>();
  const act = useIntent((input: FollowWanted & { readonly trader_id: string }, key) =>
    call('follow_settings', input, { key, sayDone: true }),
  );
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const read = readFollow(draft);
    setFaults('faults' in read ? read.faults : undefined);
    if ('faults' in read) return;
    const done = await act.send({ trader_id: one.trader.user_id, ...read.wanted });
    refresh(QUERY.traders);
    if (done) onDone();
  }
  return (
    <Sheet
      open
      onOpen={(open) => {
        if (!open) onDone();
      }}
      title={t('settings.title', { name: one.trader.nickname })}
      note={t('settings.note')}
      footer={
        <Button type="submit" form={form} size="lg" wide busy={act.sending !== undefined}>
          {t('settings.save')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 py-2">
        <FollowFields
          draft={draft}
          faults={faults}
          suggested=""
          onDraft={(next) => {
            setDraft(next);
            setFaults(undefined);
          }}
        />
      </form>
    </Sheet>
  );
}

// After a thread was closed: how satisfied its user is, once.

import { Card } from '@fairtick/ui/card';
import { PressedChip } from '@fairtick/ui/pressed-chip';
import { useState } from 'react';
import { useChat } from '../../hooks/use-chat.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { rateChat } from '../../stores/chat.ts';

const SCORES = [1, 2, 3, 4, 5] as const;

export function ChatRating() {
  const t = useTexts('chat');
  const thread = useChat((chat) => chat.thread);
  const [sending, setSending] = useState<number>();
  if (thread?.state !== 'closed') return null;
  const { id, score } = thread;
  if (score !== null) return <p className="text-center text-muted text-sm">{t('rate.thanks')}</p>;
  const rate = (chosen: number): void => {
    setSending(chosen);
    void rateChat(id, chosen)
      .catch(() => undefined)
      .finally(() => setSending(undefined));
  };
  return (
    <Card className="p-4">
      <p className="font-medium text-base">{t('rate')}</p>
      <fieldset className="mt-3 flex flex-wrap gap-2" aria-label={t('rate.label')}>
        {SCORES.map((one) => (
          <PressedChip key={one} size="md" pressed={sending === one} onPress={() => rate(one)}>
            {String(one)}
          </PressedChip>
        ))}
      </fieldset>
      <p className="mt-2 text-quiet text-sm">{t('rate.label')}</p>
    </Card>
  );
}

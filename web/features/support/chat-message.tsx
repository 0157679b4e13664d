// One message, and one that is on its way. The mark of the staff is the app's own: no name can look like it.

import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { discardChat, readAgain, retryChat } from '../../stores/chat.ts';
import type { ChatMessage, Outgoing } from '../../stores/chat-log.ts';

export function ChatMessageLine({ message }: { message: ChatMessage }) {
  const t = useTexts('chat');
  const formats = useFormats();
  const { author, event, name, text, masked, image, time } = message;
  if (event !== null) return <p className="text-center text-quiet text-sm">{t(event)}</p>;
  const own = author === 'user';
  return (
    <div className={cx('max-w-[85%]', own ? 'justify-self-end' : 'justify-self-start')}>
      {own ? <span className="sr-only">{t('you')}</span> : <StaffMark name={name} />}
      {image !== '' && <Picture key={image} link={image} seq={message.seq} />}
      {text !== '' && <Bubble own={own}>{text}</Bubble>}
      {masked.map((what) => (
        <p key={what} className="mt-1 text-pretty text-sm text-warn">
          {t(`masked.${what}`)}
        </p>
      ))}
      <p className="mt-1 text-quiet text-xs">{formats.dateMinute(time)}</p>
    </div>
  );
}

function StaffMark({ name }: { name: string }) {
  const t = useTexts('chat');
  return (
    <p className="mb-1 flex items-center gap-2 text-sm">
      <bdi className="font-semibold">{name}</bdi>
      <span className="inline-flex items-center gap-1 rounded-full bg-accent-soft px-2 py-0.5 font-medium text-accent-text text-xs">
        <BadgeCheck aria-hidden="true" size={14} />
        {t('staff')}
      </span>
    </p>
  );
}

function Bubble({ own, children }: { own: boolean; children: ReactNode }) {
  return (
    <p
      dir="auto"
      className={cx(
        'whitespace-pre-wrap rounded-lg px-3.5 py-2.5 text-base [overflow-wrap:anywhere]',
        own ? 'bg-accent-soft' : 'bg-sunken',
      )}
    >
      {children}
    </p>
  );
}

/** Its link is good for five minutes: one that has ended is asked for anew by whoever wants to see it. */
function Picture({ link, seq }: { link: string; seq: number }) {
  const t = useTexts('chat');
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <Button size="sm" tone="soft" className="mb-1" onClick={() => void readAgain(seq).catch(() => undefined)}>
        {t('picture.show')}
      </Button>
    );
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className="mb-1 block">
      <img
        src={link}
        alt={t('picture')}
        loading="lazy"
        onError={() => setFailed(true)}
        className="max-h-60 min-h-12 min-w-12 rounded-lg border border-line object-contain"
      />
    </a>
  );
}

export function OutgoingLine({ of: one }: { of: Outgoing }) {
  const t = useTexts('chat');
  const failed = one.state === 'failed';
  return (
    <div className="max-w-[85%] justify-self-end">
      <Bubble own>{one.text === '' ? t('picture') : one.text}</Bubble>
      <p className={cx('mt-1 text-xs', failed ? 'text-danger' : 'text-quiet')} role={failed ? 'alert' : undefined}>
        {failed ? t('not_sent') : t('sending')}
        {one.why !== '' && ` · ${one.why}`}
      </p>
      {failed && (
        <div className="mt-2 flex gap-2">
          <Button size="sm" tone="soft" onClick={() => retryChat(one)}>
            {t('retry')}
          </Button>
          <Button size="sm" tone="soft" onClick={() => discardChat(one)}>
            {t('discard')}
          </Button>
        </div>
      )}
    </div>
  );
}

// The chat with the staff: what was written, what is on its way, and the line to write in. Text is text: nothing in it is a link.

import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Skeletons } from '@fairtick/ui/skeleton';
import MessageCircle from 'lucide-react/icons/message-circle';
import ShieldCheck from 'lucide-react/icons/shield-check';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useRef, useState } from 'react';
import { useChat, useReadWhileShown } from '../../hooks/use-chat.ts';
import { useConnection } from '../../hooks/use-connection.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { catchUp, readOlder } from '../../stores/chat.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatMessageLine, OutgoingLine } from './chat-message.tsx';
import { ChatRating } from './chat-rating.tsx';

export function ChatPanel() {
  const t = useTexts('chat');
  useReadWhileShown();
  const lost = useConnection() === 'lost';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Banner icon={<ShieldCheck size={20} />}>{t('safety')}</Banner>
      <Messages />
      <ChatRating />
      {lost && <Banner tone="warn">{t('offline')}</Banner>}
      <ChatComposer />
    </div>
  );
}

function Messages() {
  const t = useTexts('chat');
  const { state, messages, outgoing, older } = useChat((chat) => chat);
  const end = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.seq ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something came below
  useEffect(() => {
    // Its answer is a promise in newer browsers, which no effect may give back.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [newest, outgoing.length]);
  if (state === 'pending') return <Skeletons count={3} className="h-14 w-3/4 rounded-lg" />;
  if (state === 'failed') return <Failed />;
  if (messages.length + outgoing.length === 0)
    return <EmptyState icon={<MessageCircle size={28} />} title={t('empty.title')} text={t('empty.text')} />;
  return (
    <div role="log" aria-label={t('messages')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {older && <Older />}
      {messages.map((message) => (
        <ChatMessageLine key={message.seq} message={message} />
      ))}
      {outgoing.map((one) => (
        <OutgoingLine key={one.key} of={one} />
      ))}
      <div ref={end} />
    </div>
  );
}

function Older() {
  const t = useTexts('chat');
  const [busy, setBusy] = useState(false);
  const read = (): void => {
    setBusy(true);
    void readOlder()
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Button tone="soft" size="sm" busy={busy} onClick={read} className="justify-self-center">
      {t('older')}
    </Button>
  );
}

function Failed() {
  const t = useTexts('chat');
  const shell = useTexts('shell');
  return (
    <EmptyState
      icon={<WifiOff size={28} />}
      title={t('failed.title')}
      text={t('failed.text')}
      action={
        <Button tone="soft" onClick={() => void catchUp()}>
          {shell('retry')}
        </Button>
      }
    />
  );
}

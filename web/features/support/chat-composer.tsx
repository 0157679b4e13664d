// Where the user writes. What is sent stands in the list at once: the field is empty for the next. What is not stays over other screens and a reload.

import { Button } from '@fairtick/ui/button';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { useChatDraft } from '../../hooks/use-chat.ts';
import { usePhoto } from '../../hooks/use-photo.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { sendChat } from '../../stores/chat.ts';
import { setChatDraft } from '../../stores/chat-draft.ts';
import { PictureField } from './picture-field.tsx';

const MOST_CHARS = 2_000;
const ROWS = 3;

export function ChatComposer() {
  const t = useTexts('chat');
  const id = useId();
  const text = useChatDraft();
  // Only real users may send pictures.
  const pictures = useSession()?.user.is_demo !== 1;
  const picture = usePhoto();
  const { chosen } = picture;
  const coming = chosen?.state === 'shrinking' || chosen?.state === 'sending';
  const nothing = text.trim() === '' && chosen === undefined;
  const send = (): void => {
    // What was chosen goes with it, or is taken away first.
    if (nothing || (chosen && chosen.state !== 'sent')) return;
    sendChat(text, chosen?.url ?? '');
    setChatDraft('');
    picture.remove();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  /** On a keyboard Enter sends, and with Shift begins a line; what is composed of several keys is not cut short. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-2">
      <label htmlFor={id} className="font-medium text-muted text-sm">
        {t('field')}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={ROWS}
        maxLength={MOST_CHARS}
        value={text}
        onChange={(event) => setChatDraft(event.target.value)}
        onKeyDown={onKeyDown}
        className="w-full rounded-md border border-field-line bg-surface px-3.5 py-3 text-ink text-md outline-none focus-visible:border-accent-text focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-accent-text"
      />
      {pictures && <PictureField picture={picture} />}
      <Button type="submit" wide busy={coming} disabled={nothing || chosen?.state === 'failed'}>
        {t('send')}
      </Button>
    </form>
  );
}

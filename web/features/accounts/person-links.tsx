// The ways to what concerns the person. A demo user sees them too, and is told at the door that they are for real accounts.

import { Card } from '@fairtick/ui/card';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Tag } from '@fairtick/ui/tag';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Contact from 'lucide-react/icons/contact';
import Headphones from 'lucide-react/icons/headphones';
import KeyRound from 'lucide-react/icons/key-round';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useChat } from '../../hooks/use-chat.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';

const TONES = { 0: 'neutral', 1: 'accent', 2: 'up', 3: 'warn' } as const;

export function PersonLinks({ demo }: { demo: boolean }) {
  const t = useTexts('account');
  const formats = useFormats();
  const unread = useChat((chat) => chat.unread);
  const status = useAnswer(QUERY.verification, 'real_name', {}, !demo).data?.review_status;
  return (
    <Card className="divide-y divide-line overflow-hidden">
      <ListRow
        leading={<BadgeCheck aria-hidden="true" size={20} />}
        title={t('verification')}
        trailing={status !== undefined && <Tag tone={TONES[status]}>{t(`verification.${status}`)}</Tag>}
        href="#/mine/auth"
        chevron
      />
      <ListRow
        leading={<ShieldCheck aria-hidden="true" size={20} />}
        title={t('system')}
        href="#/mine/system"
        chevron
      />
      <ListRow leading={<UserPlus aria-hidden="true" size={20} />} title={t('invite')} href="#/mine/invite" chevron />
      <ListRow
        leading={<KeyRound aria-hidden="true" size={20} />}
        title={t('password')}
        href="#/mine/password"
        chevron
      />
      <ListRow
        leading={<Megaphone aria-hidden="true" size={20} />}
        title={t('announcements')}
        href="#/mine/announcement"
        chevron
      />
      <ListRow leading={<Contact aria-hidden="true" size={20} />} title={t('contact')} href="#/mine/email" chevron />
      <ListRow
        leading={<MessageSquareText aria-hidden="true" size={20} />}
        title={t('feedback')}
        href="#/feedback"
        chevron
      />
      <ListRow
        leading={<Headphones aria-hidden="true" size={20} />}
        title={t('chat')}
        trailing={unread > 0 && <Tag tone="accent">{t('chat.unread', { count: formats.count(unread) })}</Tag>}
        href="#/mine/chat"
        chevron
      />
    </Card>
  );
}

// Customer service: the app's own chat, or where the operator has one elsewhere.

import { ChatPanel } from '../../features/support/chat-panel.tsx';
import { OutsideService, outsideLink } from '../../features/support/outside-service.tsx';
import { useBasics } from '../../hooks/use-basics.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function ChatScreen() {
  const t = useTexts('chat');
  const basics = useBasics();
  const link = outsideLink(basics);
  return (
    <Page title={t('title')} back {...(link === undefined ? { lead: t('lead') } : {})}>
      {link === undefined ? <ChatPanel /> : <OutsideService link={link} />}
    </Page>
  );
}

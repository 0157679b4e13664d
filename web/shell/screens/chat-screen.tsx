// Customer service: the app's own chat, or where the operator has one elsewhere.

import { Skeletons } from '@fairtick/ui/skeleton';
import { ChatPanel } from '../../features/support/chat-panel.tsx';
import { FramedService, OutsideService, outsideLink } from '../../features/support/outside-service.tsx';
import { useBasics, useBasicsComing } from '../../hooks/use-basics.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function ChatScreen() {
  const t = useTexts('chat');
  const basics = useBasics();
  // Until it is known where the service is, nobody writes into a chat that nobody reads.
  const coming = useBasicsComing();
  const link = outsideLink(basics);
  return (
    <Page title={t('title')} back {...(link === undefined ? { lead: t('lead') } : {})}>
      {coming ? (
        <Skeletons count={3} className="h-14 w-3/4 rounded-lg" />
      ) : link === undefined ? (
        <ChatPanel />
      ) : basics?.service_link_type === 1 ? (
        <FramedService link={link} />
      ) : (
        <OutsideService link={link} />
      )}
    </Page>
  );
}

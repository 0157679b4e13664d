// A user invites friends.

import { Banner } from '@fairtick/ui/banner';
import Info from 'lucide-react/icons/info';
import { InviteCard } from '../../features/accounts/invite/invite-card.tsx';
import { InvitedList } from '../../features/accounts/invite/invited-list.tsx';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function InviteScreen() {
  const shell = useTexts('shell');
  const t = useTexts('invite');
  const code = useSession()?.user.invite_code ?? '';
  return (
    <Page title={shell('title.invite')} back>
      <div className="mx-auto grid max-w-md gap-4 lg:mx-0">
        {code !== '' && <InviteCard code={code} />}
        <Banner icon={<Info size={20} />}>{t('nothing_paid')}</Banner>
        <InvitedList />
      </div>
    </Page>
  );
}

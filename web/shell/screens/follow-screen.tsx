// The copy-trading lobby. Empty until the first traders are approved, and the screen says so.

import { buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import UsersRound from 'lucide-react/icons/users-round';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function FollowScreen() {
  const shell = useTexts('shell');
  const t = useTexts('social');
  return (
    <Page title={shell('title.follow')} lead={t('follow.lead')}>
      <Card>
        <EmptyState
          icon={<UsersRound size={28} />}
          title={t('follow.empty')}
          text={t('follow.empty.text')}
          action={
            <a href="#/trade" className={buttonClass({})}>
              {t('follow.action')}
            </a>
          }
        />
      </Card>
    </Page>
  );
}

// The ranking of master traders. There are none before copy trading opens, and the screen says so.

import { buttonClass } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import Trophy from 'lucide-react/icons/trophy';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function RankScreen() {
  const shell = useTexts('shell');
  const t = useTexts('social');
  return (
    <Page title={shell('title.rank')} lead={t('rank.lead')}>
      <Card>
        <EmptyState
          icon={<Trophy size={28} />}
          title={t('rank.empty')}
          text={t('rank.empty.text')}
          action={
            <a href="#/" className={buttonClass({})}>
              {t('rank.action')}
            </a>
          }
        />
      </Card>
    </Page>
  );
}

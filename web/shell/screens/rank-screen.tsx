// The ranking of traders, with its formula.

import { Ranking } from '../../features/copying/ranking.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page } from '../page.tsx';

export function RankScreen() {
  const shell = useTexts('shell');
  const t = useTexts('follow');
  return (
    <Page title={shell('title.rank')} lead={t('rank.lead')}>
      <Ranking />
    </Page>
  );
}

// What guards the account, in the order in which people ask: how do I sign in, what else is asked, where am I signed in.

import { useAnswer } from '../../../hooks/use-answer.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { QUERY } from '../../../transport/query.ts';
import { Loaded } from '../loaded.tsx';
import { FactorsSection } from './factors-section.tsx';
import { NamesSection } from './names-section.tsx';

export function SecuritySections() {
  const t = useTexts('security');
  const answer = useAnswer(QUERY.security, 'security', {});
  return (
    <Loaded answer={answer} failed={t('failed')}>
      {(security) => (
        <>
          <NamesSection security={security} />
          <FactorsSection security={security} />
        </>
      )}
    </Loaded>
  );
}

// What the person claims, and what else the server knows of it.

import { Link } from '@tanstack/react-router';
import { textOrName } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { Item } from './item.tsx';

const TONES = { 1: 'state', 2: 'good', 3: 'bad' } as const;

export function ItemFacts({ item }: { item: Item }) {
  const t = useTexts();
  const decided = item.decidedTime !== null;
  return (
    <Panel
      title={t('verification.claimed')}
      aside={<Tag tone={TONES[item.status]}>{t(`verification.state.${item.status}`)}</Tag>}
    >
      <Facts
        rows={[
          [t('field.name'), <strong key="name">{item.name}</strong>],
          [t('field.card'), <code key="card">{item.cardId}</code>],
          [t('field.country_sent'), item.country],
          [t('field.residence'), item.residence],
          [
            t('column.user'),
            <Link key="user" to="/users/$id" params={{ id: item.userId }}>
              {item.uid}
            </Link>,
          ],
          [t('column.submitted'), <When key="submitted" at={item.submitted} />],
          ...(decided
            ? ([
                [t('field.decided_by'), item.decidedBy],
                [t('field.decided'), <When key="decided" at={item.decidedTime ?? 0} />],
              ] as const)
            : []),
          ...(item.reasonCode === '' ? [] : [[t('reason'), textOrName(t, 'rejection', item.reasonCode)] as const]),
          ...(item.reason === '' ? [] : [[t('field.told'), item.reason] as const]),
        ]}
      />
      {item.sameCard.length > 0 && (
        <div className="note-warn" role="note">
          {t('verification.same_card', { count: item.sameCard.length })} <strong>{item.sameCard.join(', ')}</strong>
        </div>
      )}
    </Panel>
  );
}

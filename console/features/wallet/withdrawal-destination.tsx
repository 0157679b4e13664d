// Whereto a withdrawal goes, whole and in groups of four, beside where the user's last paid one went: what differs is marked.

import { differing } from '../../calculators/groups.ts';
import { travelData } from '../../calculators/travel.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { CodeGroups } from '../../parts/code-groups.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { When } from '../../parts/when.tsx';
import type { ReadWithdrawal } from './withdrawal.tsx';

type Place = ReadWithdrawal['destination'];

export function DestinationPanel({ card }: { card: ReadWithdrawal }) {
  const t = useTexts();
  const { destination, lastDestination: last } = card;
  const marked = last ? differing(destination.groups, last.groups) : [];
  return (
    <Panel
      title={t('destination.title')}
      aside={<CopyButton text={destination.groups.join('')} what={t('destination.title')} />}
    >
      <p>
        <span className="quiet">{t('destination.now')}</span>
        <CodeGroups groups={destination.groups} marked={marked} />
      </p>
      {last && (
        <p>
          <span className="quiet">{t('destination.last')}</span>
          <CodeGroups groups={last.groups} />
        </p>
      )}
      <Compared card={card} marked={marked} />
      <PlaceFacts place={destination} />
      {card.kind === 'coin' && (
        <p>
          <span className="quiet">{t('destination.travel')}</span>{' '}
          <CopyButton text={JSON.stringify(travelData(card), null, 2)} what={t('destination.travel')} />
        </p>
      )}
    </Panel>
  );
}

function Compared({
  card: { destination, lastDestination: last },
  marked,
}: {
  card: ReadWithdrawal;
  marked: readonly boolean[];
}) {
  const t = useTexts();
  if (!last) return <p className="note-warn">{t('destination.first')}</p>;
  const count = marked.filter(Boolean).length + Math.max(0, last.groups.length - destination.groups.length);
  if (count > 0) return <p className="note-warn">{t('destination.differs', { count })}</p>;
  return destination.tag === last.tag ? (
    <p className="quiet">{t('destination.same')}</p>
  ) : (
    <p className="note-warn">{t('destination.tag_differs')}</p>
  );
}

/** What people typed stands on its own, so that no sign in it turns the rest of its line round. */
function PlaceFacts({ place }: { place: Place }) {
  const t = useTexts();
  const typed = [
    [t('destination.tag'), place.tag],
    [t('destination.bank'), place.bankName],
    [t('destination.bank_address'), place.bankAddress],
    [t('destination.bic'), place.bic],
    [t('destination.payee'), place.payeeName],
    [t('destination.beneficiary'), place.beneficiary],
    [t('destination.exchange'), place.exchange],
  ] as const;
  return (
    <Facts
      rows={[
        ...typed
          .filter(([, value]) => value !== '')
          .map(([name, value]) => [name, <bdi key={name}>{value}</bdi>] as const),
        [t('destination.owner'), t(`destination.owner.${place.owner}`)],
        ...(place.walletKind === ''
          ? []
          : [[t('destination.wallet'), t(`destination.wallet.${place.walletKind}`)] as const]),
        [t('destination.bound'), <When key="bound" at={place.bound} />],
      ]}
    />
  );
}

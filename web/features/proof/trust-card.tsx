// Where anybody can check us: how, the public log with its key, the API.

import { Card } from '@fairtick/ui/card';
import { IconButton } from '@fairtick/ui/icon-button';
import { late } from '@fairtick/ui/late';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton } from '@fairtick/ui/skeleton';
import Activity from 'lucide-react/icons/activity';
import Braces from 'lucide-react/icons/braces';
import Copy from 'lucide-react/icons/copy';
import ExternalLink from 'lucide-react/icons/external-link';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import Landmark from 'lucide-react/icons/landmark';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Suspense, useState } from 'react';
import { SayAway } from '../../hooks/say-away.ts';
import { useCopy } from '../../hooks/use-copy.ts';
import { useMarketStatus } from '../../hooks/use-market-facts.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const HowSheet = late(async () => (await import('./how-sheet.tsx')).HowSheet, SayAway);

export function TrustCard() {
  const t = useTexts('account');
  const formats = useFormats();
  const status = useMarketStatus();
  const [how, setHow] = useState(false);
  const leaves = <ExternalLink aria-hidden="true" size={17} />;
  return (
    <Card className="divide-y divide-line overflow-hidden">
      <ListRow
        leading={<ShieldCheck aria-hidden="true" size={20} />}
        title={t('trust.how')}
        onPress={() => setHow(true)}
        chevron
      />
      <ListRow leading={<Scale aria-hidden="true" size={20} />} title={t('trust.powers')} href="#/powers" chevron />
      <ListRow
        leading={<Landmark aria-hidden="true" size={20} />}
        title={t('trust.client_money')}
        href="#/client-money"
        chevron
      />
      <ListRow leading={<Activity aria-hidden="true" size={20} />} title={t('trust.status')} href="#/status" chevron />
      <ListRow
        leading={<Fingerprint aria-hidden="true" size={20} />}
        title={t('trust.checkpoint')}
        subtitle={status && t('trust.log.text', { count: status.logSize, shown: formats.count(status.logSize) })}
        trailing={leaves}
        href="/tlog/checkpoint"
        external
      />
      <Key value={status?.verifierKey} />
      <ListRow
        leading={<Braces aria-hidden="true" size={20} />}
        title={t('trust.api')}
        trailing={leaves}
        href="/v3/docs/"
        external
      />
      {how && (
        <Suspense>
          <HowSheet onOpen={setHow} />
        </Suspense>
      )}
    </Card>
  );
}

function Key({ value }: { value: string | undefined }) {
  const t = useTexts('account');
  const copy = useCopy();
  return (
    <div className="flex min-h-14 items-center gap-3 py-2 ps-4 pe-2">
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-base leading-snug">{t('trust.key')}</span>
        {value ? (
          <code dir="ltr" className="mt-0.5 block break-all text-start text-quiet text-xs">
            {value}
          </code>
        ) : (
          <Skeleton className="mt-1 h-4 w-56" />
        )}
      </span>
      <IconButton label={t('trust.key.copy')} disabled={!value} onClick={() => value && void copy(value)}>
        <Copy aria-hidden="true" size={18} />
      </IconButton>
    </div>
  );
}

// Where a coin is sent to: the code to scan, the address whole, the least, and what may be sent there at all.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { late } from '@fairtick/ui/late';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton } from '@fairtick/ui/skeleton';
import Copy from 'lucide-react/icons/copy';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, Suspense } from 'react';
import { SayAway } from '../../hooks/say-away.ts';
import { useCopy } from '../../hooks/use-copy.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AddressText } from './address-text.tsx';

const QrCode = late(async () => (await import('@fairtick/ui/qr-code')).QrCode, SayAway);

type Shown = 'address' | 'own' | 'currency_code' | 'protocol_code' | 'min' | 'confirmations';

export function CoinCard({ option }: { option: Pick<AnswerOf<'charge_info'>[number], Shown> }) {
  const t = useTexts('deposit');
  const formats = useFormats();
  const copy = useCopy();
  const { address, own, currency_code: code, protocol_code: network, min, confirmations } = option;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-5 p-4">
        <div className="mx-auto sm:mx-0">
          <Suspense fallback={<Skeleton className="size-48 rounded-lg" />}>
            <QrCode value={address} label={t('qr')} />
          </Suspense>
        </div>
        <dl className="grid min-w-32 flex-1 gap-3">
          <Fact term={t('network')}>
            <bdi>{network}</bdi>
          </Fact>
          <Fact term={t('least')}>{formats.money(min, { places: 2 })}</Fact>
          <Fact term={t('after')}>
            {t('after.confirmations', { count: confirmations, shown: formats.count(confirmations) })}
          </Fact>
        </dl>
      </div>
      <div className="grid gap-3 border-line border-t p-4">
        <div>
          <p className="text-muted text-sm">{t(own ? 'mine' : 'own')}</p>
          <AddressText text={address} className="mt-1 text-base" />
          {own && <p className="mt-2 text-muted text-sm">{t('mine.text')}</p>}
        </div>
        <Button tone="soft" icon={<Copy aria-hidden="true" size={18} />} onClick={() => void copy(address)}>
          {t('copy.address')}
        </Button>
      </div>
      <Banner tone="warn" icon={<TriangleAlert size={20} />} className="rounded-none!">
        {t('only', { code, network })}
      </Banner>
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="tabular font-semibold text-base">{children}</dd>
    </div>
  );
}

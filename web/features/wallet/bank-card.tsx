// Our bank account for a transfer, each line with a button that copies it; the reference is what tells whose money came.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Banner } from '@fairtick/ui/banner';
import { Card } from '@fairtick/ui/card';
import { IconButton } from '@fairtick/ui/icon-button';
import { useFormats } from '@fairtick/ui/locale';
import Copy from 'lucide-react/icons/copy';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useCopy } from '../../hooks/use-copy.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AddressText } from './address-text.tsx';

const LINES = [
  { field: 'bank_name', text: 'bank.name' },
  { field: 'bank_address', text: 'bank.address' },
  { field: 'bank_swift', text: 'bank.swift' },
  { field: 'payee_name', text: 'bank.payee' },
  { field: 'payee_account', text: 'bank.number' },
  { field: 'bank_remark', text: 'bank.remark' },
] as const;

export function BankCard({
  account,
}: {
  account: Omit<AnswerOf<'wire_info'>[number], 'id' | 'usd_price' | 'rate_closed' | 'places'>;
}) {
  const t = useTexts('deposit');
  const formats = useFormats();
  const copy = useCopy();
  return (
    <Card className="overflow-hidden">
      <dl className="divide-y divide-line">
        {LINES.filter(({ field }) => account[field] !== '').map(({ field, text }) => (
          <div key={field} className="px-4 pt-2.5">
            <dt className="text-muted text-sm">{t(text)}</dt>
            <dd className="-mt-1 flex items-center gap-3 font-medium text-base">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {field === 'payee_account' ? <AddressText text={account[field]} /> : <bdi>{account[field]}</bdi>}
              </span>
              <IconButton label={t('copy.what', { what: t(text) })} onClick={() => void copy(account[field])}>
                <Copy aria-hidden="true" size={18} />
              </IconButton>
            </dd>
          </div>
        ))}
        <div className="px-4 py-2.5">
          <dt className="text-muted text-sm">{t('least')}</dt>
          <dd className="tabular font-medium text-base">{formats.money(account.min, { places: 2 })}</dd>
        </div>
      </dl>
      {account.bank_remark !== '' && (
        <Banner tone="warn" icon={<TriangleAlert size={20} />} className="rounded-none!">
          {t('bank.remark.why')}
        </Banner>
      )}
    </Card>
  );
}

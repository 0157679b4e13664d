// How to reach the company that the user chose, or the main one.

import { Banner } from '@fairtick/ui/banner';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Skeleton } from '@fairtick/ui/skeleton';
import Building2 from 'lucide-react/icons/building-2';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { useContact } from '../../../hooks/use-companies.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Failed } from '../content-list.tsx';
import { Facts, MailLink, SiteButton } from './facts.tsx';
import { LeaveSheet } from './leave-sheet.tsx';

export function Contact() {
  const t = useTexts('product');
  const { data, state, retry } = useContact();
  const [leaving, setLeaving] = useState(false);
  if (state === 'pending') return <Skeleton className="h-60 w-full rounded-lg" />;
  if (!data) return <Failed retry={retry} />;
  if (data.name === '')
    return <EmptyState icon={<Building2 size={28} />} title={t('contact.empty')} text={t('contact.empty.text')} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card className="p-5">
        <Facts
          rows={[
            [t('company.name'), data.name],
            [t('company.email'), data.email && <MailLink address={data.email} />],
            [t('company.complaints'), data.complaint_email && <MailLink address={data.complaint_email} />],
            [t('company.website'), data.website && <SiteButton url={data.website} onPress={() => setLeaving(true)} />],
            [t('company.office'), data.address],
          ]}
        />
      </Card>
      <Banner icon={<Info size={20} />}>{t('companies.note')}</Banner>
      {leaving && <LeaveSheet url={data.website} onDone={() => setLeaving(false)} />}
    </div>
  );
}

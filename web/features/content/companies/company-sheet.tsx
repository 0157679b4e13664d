// One company: who it is, how to reach it, and the way to keep its contact. Its own site opens after a look at where that leads.

import { Button } from '@fairtick/ui/button';
import { Sheet } from '@fairtick/ui/sheet';
import { useState } from 'react';
import type { Company } from '../../../hooks/use-companies.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { chooseCompany } from '../../../stores/company.ts';
import { Facts, MailLink, SiteButton } from './facts.tsx';
import { LeaveSheet } from './leave-sheet.tsx';

interface Props {
  readonly company: Company;
  readonly onDone: () => void;
  /** After its contact was chosen. */
  readonly onEntered: () => void;
}

export function CompanySheet({ company, onDone, onEntered }: Props) {
  const t = useTexts('product');
  const [leaving, setLeaving] = useState(false);
  if (leaving) return <LeaveSheet url={company.url} onDone={() => setLeaving(false)} />;
  const enter = (): void => {
    chooseCompany(company.id);
    onEntered();
  };
  return (
    <Sheet
      open
      onOpen={(open) => {
        if (!open) onDone();
      }}
      title={<bdi>{company.name}</bdi>}
      note={t('companies.note')}
      footer={
        <Button wide onClick={enter}>
          {t('company.enter')}
        </Button>
      }
    >
      <div className="grid gap-4 pb-4">
        {company.logo !== '' && (
          <img src={company.logo} alt="" className="h-24 w-auto justify-self-center rounded-lg bg-sunken" />
        )}
        <Facts
          rows={[
            [t('company.subject'), company.subject],
            [t('company.registered'), company.registered_address],
            [t('company.office'), company.location],
            [t('company.email'), company.email && <MailLink address={company.email} />],
            [t('company.website'), company.url && <SiteButton url={company.url} onPress={() => setLeaving(true)} />],
          ]}
        />
      </div>
    </Sheet>
  );
}

// The companies whose name has what was typed. A tap shows one.

import { Banner } from '@fairtick/ui/banner';
import { ListRow } from '@fairtick/ui/list-row';
import Building2 from 'lucide-react/icons/building-2';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { type Company, useCompanies } from '../../../hooks/use-companies.ts';
import { useSettled } from '../../../hooks/use-settled.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ContentList } from '../content-list.tsx';
import { CompanySheet } from './company-sheet.tsx';

/** As many as the server takes. */
const MAX_TYPED = 100;

export function Directory({ typed, onEntered }: { typed: string; onEntered: () => void }) {
  const t = useTexts('product');
  const name = useSettled(typed).trim().slice(0, MAX_TYPED);
  const companies = useCompanies(name);
  const [shown, setShown] = useState<Company>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Banner icon={<Info size={20} />}>{t('companies.note')}</Banner>
      <ContentList
        of={companies}
        empty={
          name === ''
            ? { title: t('companies.empty'), text: t('companies.empty.text') }
            : { title: t('companies.none', { text: name }), text: t('companies.none.text') }
        }
        row={(company) => (
          <ListRow
            onPress={() => setShown(company)}
            leading={<Logo company={company} />}
            title={<bdi>{company.name}</bdi>}
            subtitle={<bdi>{company.location || company.registered_address}</bdi>}
            chevron
          />
        )}
      />
      {shown && <CompanySheet company={shown} onDone={() => setShown(undefined)} onEntered={onEntered} />}
    </div>
  );
}

function Logo({ company: { logo } }: { company: Company }) {
  if (logo === '')
    return (
      <span className="grid size-10 place-items-center">
        <Building2 aria-hidden="true" size={22} />
      </span>
    );
  return <img src={logo} alt="" className="size-10 rounded-md bg-sunken object-cover" />;
}

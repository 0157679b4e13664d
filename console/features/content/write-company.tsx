// What a company says from now on, or a new one.

import type { StaffCompany } from '@fairtick/contract/staff/companies';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useFileAct } from '../../hooks/use-file-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { sayToast } from '../../stores/toast.ts';
import { PictureField } from './picture-field.tsx';

const LINES = ['subject', 'registered_address', 'location', 'url', 'email', 'complaint_email'] as const;
type Line = (typeof LINES)[number];

const linesOf = (company: StaffCompany | undefined): Readonly<Record<Line, string>> => ({
  subject: company?.subject ?? '',
  registered_address: company?.registeredAddress ?? '',
  location: company?.location ?? '',
  url: company?.url ?? '',
  email: company?.email ?? '',
  complaint_email: company?.complaintEmail ?? '',
});

export function WriteCompany({ of: company, onClose }: { of: StaffCompany | undefined; onClose: () => void }) {
  const t = useTexts();
  const act = useAct('company_write');
  const picture = useFileAct();
  const [name, setName] = useState(company?.name ?? '');
  const [lines, setLines] = useState(linesOf(company));
  const [logo, setLogo] = useState(company?.logo ?? null);
  const [main, setMain] = useState(company?.main ?? false);
  const [listed, setListed] = useState(company?.listed ?? true);
  const send = async (): Promise<void> => {
    const made = await act.send({
      ...{ name, ...lines, main: main ? 1 : 0, listed: listed ? 1 : 0 },
      ...(company && { id: company.id }),
      ...(logo !== null && { logo }),
    });
    if (!made) return;
    sayToast(t('companies.written'));
    onClose();
  };
  return (
    <Dialog
      title={t(company ? 'companies.one' : 'companies.new')}
      act={t('companies.write')}
      ready={name.trim() !== ''}
      busy={act.busy || picture.busy}
      failure={act.failure ?? picture.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <TextInput
        label={t('companies.name')}
        value={name}
        onChange={typedInto(setName)}
        maxLength={100}
        dir="auto"
        withAsterisk
        data-autofocus
      />
      {LINES.map((line) => (
        <TextInput
          key={line}
          label={t(`companies.${line}`)}
          value={lines[line]}
          onChange={typedInto((text) => setLines({ ...lines, [line]: text }))}
          maxLength={500}
          dir={line === 'url' || line.endsWith('email') ? 'ltr' : 'auto'}
          {...(line === 'url' && { placeholder: 'https://' })}
        />
      ))}
      <PictureField picture={logo} onAdd={picture.addPicture} onChange={setLogo} />
      <Checkbox
        label={t('companies.listed')}
        checked={listed}
        onChange={(event) => setListed(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('companies.main')}
        description={t('companies.main_hint')}
        checked={main}
        onChange={(event) => setMain(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

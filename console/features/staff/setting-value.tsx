// The value of a setting as it is typed: JSON, but for the agreement of a loan, which is written as text.

import type { SettingByTwo } from '@fairtick/contract/staff/settings';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { agreementLanguage, nextTemplate, readTemplate, writtenOf } from '../../calculators/agreement.ts';
import { isJson, laidOut } from '../../calculators/contents.ts';
import { holdsPrivateKey } from '../../calculators/extended-keys.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AgreementField } from '../../parts/agreement-field.tsx';

interface ValueProps {
  readonly setting: SettingByTwo;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const MAX_VALUE = 10_000;

export function SettingValue({ setting, value, onValue }: ValueProps) {
  const t = useTexts();
  const lang = agreementLanguage(setting.key);
  const template = lang === undefined ? undefined : readTemplate(setting.now.value);
  const [written, setWritten] = useState(() => (template ? writtenOf(template) : ''));
  if (lang !== undefined && template)
    return (
      <AgreementField
        lang={lang}
        written={written}
        onWritten={(text) => {
          setWritten(text);
          onValue(laidOut(nextTemplate(template, text)));
        }}
      />
    );
  const wrong = holdsPrivateKey(value) ? t('xpub.fault.private') : isJson(value) ? undefined : t('settings.not_json');
  return (
    <Textarea
      label={t('settings.value')}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      error={wrong}
      rows={12}
      maxLength={MAX_VALUE}
      spellCheck={false}
      classNames={{ input: 'code-field' }}
      withAsterisk
      data-autofocus
    />
  );
}

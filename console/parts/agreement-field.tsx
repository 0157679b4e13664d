// The text of an agreement, written on one side and read on the other as a borrower would read it.

import { languageOf } from '@fairtick/contract/languages';
import { AGREEMENT_FACTS, type AgreementLanguage } from '@fairtick/contract/loan-agreement';
import { Textarea } from '@mantine/core';
import { createElement, Fragment, type ReactNode } from 'react';
import { faultOf, type PreviewBlock, previewOf } from '../calculators/agreement.ts';
import { useTexts } from '../i18n/use-texts.ts';

interface FieldProps {
  readonly lang: AgreementLanguage;
  readonly written: string;
  readonly onWritten: (written: string) => void;
}

const MAX_WRITTEN = 15_000;

export function AgreementField({ lang, written, onWritten }: FieldProps) {
  const t = useTexts();
  const { locale, rtl } = languageOf(lang);
  const dir = rtl ? 'rtl' : 'ltr';
  const fault = faultOf(written);
  return (
    <>
      <Textarea
        label={t('agreement.text')}
        description={t('agreement.hint', { names: AGREEMENT_FACTS.map((fact) => `{${fact}}`).join(' ') })}
        value={written}
        onChange={(event) => onWritten(event.currentTarget.value)}
        error={fault}
        rows={14}
        maxLength={MAX_WRITTEN}
        lang={locale}
        dir={dir}
        withAsterisk
        data-autofocus
      />
      <section aria-label={t('agreement.preview')} className="stack">
        <h3>{t('agreement.preview')}</h3>
        <article lang={locale} dir={dir} className="stack">
          {inOrder(previewOf(written))}
        </article>
      </section>
    </>
  );
}

/** Drawn anew with every sign: none of them needs a name. */
function inOrder(blocks: readonly PreviewBlock[]): ReactNode {
  const drawn = blocks.map(({ isHeading, text }) => createElement(isHeading ? 'h4' : 'p', null, text));
  return createElement(Fragment, null, ...drawn);
}

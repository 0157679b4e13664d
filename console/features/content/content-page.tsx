// One of them: its languages, what of each is read, and the version that is being written.

import { LANGUAGES, type LanguageKey, languageOf } from '@fairtick/contract/languages';
import type { ContentItem, ContentVersion } from '@fairtick/contract/staff/content';
import { Button, NativeSelect } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useStore } from '../../hooks/use-store.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { typedInto } from '../../parts/field-value.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import { settingsStore } from '../../stores/settings.ts';
import { DatesDialog } from './dates-dialog.tsx';
import { PublishButtons } from './publish-buttons.tsx';
import { type Draft, WriteVersion } from './write-version.tsx';

export function ContentPage({ id }: { id: string }) {
  const t = useTexts();
  const read = useRead('content_item', { id });
  return (
    <Page title={t('content.one')}>
      <Loaded of={read}>{(item) => <Item item={item} />}</Loaded>
    </Page>
  );
}

type Whole = ContentItem & { readonly versions: readonly ContentVersion[] };

function Item({ item }: { item: Whole }) {
  const t = useTexts();
  const own = useStore(settingsStore).lang;
  const [lang, setLang] = useState<LanguageKey>(own);
  const choose = (text: string): void => setLang(LANGUAGES.find(({ key }) => key === text)?.key ?? own);
  const versions = item.versions.filter((one) => one.lang === lang);
  const newest = versions[0];
  // What was not saved stays while another language is looked at, and when a colleague saves a version.
  const drafts = useRef(new Map<LanguageKey, Draft>());
  const kept = drafts.current.get(lang);
  const onDraft = useCallback(
    (draft: Draft | undefined): void => {
      if (draft) drafts.current.set(lang, draft);
      else drafts.current.delete(lang);
    },
    [lang],
  );
  return (
    <>
      <Panel title={item.title === '' ? t('content.untitled') : item.title} aside={<DatesButton item={item} />}>
        <Facts
          rows={[
            [t('content.kind'), t(`content.kind.${item.kind}`)],
            ...(item.about === null ? [] : [[t('content.about'), t(`content.about.${item.about}`)] as const]),
            [t('content.audience'), t(`content.audience.${item.audience}`)],
            [
              t('content.countries'),
              item.countries.length === 0 ? t('content.audience.all') : item.countries.join(', '),
            ],
            ...(item.pinned ? [[t('content.pinned'), t('proposed_value.yes')] as const] : []),
            [t('content.from'), <When key="from" at={item.publishTime} />],
            [t('content.until'), item.expireTime === null ? t('never') : <When key="until" at={item.expireTime} />],
            [t('content.read_in'), item.published.length === 0 ? t('none') : item.published.join(', ')],
          ]}
        />
        {item.about === 'terms' && <p className="quiet">{t('content.terms_hint')}</p>}
      </Panel>
      <Panel
        title={t('content.text')}
        aside={
          <NativeSelect
            aria-label={t('content.language')}
            value={lang}
            onChange={typedInto(choose)}
            data={LANGUAGES.map(({ key, text }) => ({ value: key, label: text }))}
          />
        }
      >
        {versions.map((one) => (
          <VersionLine key={one.version} of={one} item={item} />
        ))}
        <WriteVersion
          key={`${lang}/${kept?.from ?? newest?.version ?? 0}`}
          itemId={item.id}
          lang={lang}
          newest={newest}
          kept={kept}
          onDraft={onDraft}
          dir={languageOf(lang).rtl ? 'rtl' : 'ltr'}
        />
      </Panel>
    </>
  );
}

function DatesButton({ item }: { item: ContentItem }) {
  const t = useTexts();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('content', 'do') && !may('content', 'propose')) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('content.dates')}
      </Button>
      {isOpen && <DatesDialog item={item} onClose={() => setOpen(false)} />}
    </>
  );
}

function VersionLine({ of: one, item }: { of: ContentVersion; item: ContentItem }) {
  const t = useTexts();
  return (
    <div className="version-line">
      <span>
        {t('content.version', { number: one.version, name: one.editor })} <When at={one.createdTime} />{' '}
        {one.published && <Tag>{t('content.is_read')}</Tag>}
      </span>
      <PublishButtons of={one} item={item} />
    </div>
  );
}

// Settings that two people change: as they are, as they were announced, and the way to propose another value.

import type { SettingByTwo } from '@fairtick/contract/staff/settings';
import { Button } from '@mantine/core';
import Settings2 from 'lucide-react/icons/settings-2';
import { useState } from 'react';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Raw } from '../../parts/raw.tsx';
import { When } from '../../parts/when.tsx';
import { SettingDifference } from './difference.tsx';
import { SettingValue } from './offers.tsx';
import { ProposeSetting } from './propose-setting.tsx';

export function Settings() {
  const t = useTexts();
  const settings = useRead('settings', {}, { everyMs: 60_000 });
  return (
    <Page title={t('settings.title')}>
      <p className="quiet lead">{t('settings.about')}</p>
      <Loaded of={settings}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<Settings2 size={28} />} title={t('settings.empty')} />
          ) : (
            <div className="cards">
              {list.map((setting) => (
                <SettingPanel key={setting.key} setting={setting} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function SettingPanel({ setting }: { setting: SettingByTwo }) {
  const t = useTexts();
  const formats = useFormats();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const { key, doc, act, now, announced } = setting;
  return (
    <Panel
      title={textOrName(t, 'setting', key)}
      aside={
        may(act, 'propose') && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {t('settings.propose')}
          </Button>
        )
      }
    >
      <p className="quiet">{textOrName(t, 'setting_does', key) === key ? doc : textOrName(t, 'setting_does', key)}</p>
      <Facts
        rows={[
          [t('settings.version'), formats.count(now.version)],
          [t('settings.from'), now.from === 0 ? t('settings.beginning') : <When key="from" at={now.from} />],
        ]}
      />
      <SettingValue value={now.value} />
      {announced.map(({ version, value, from }, at) => (
        <div key={version} className="note-warn">
          {t('settings.announced')} <When at={from} />
          <SettingDifference old={announced[at - 1]?.value ?? now.value} next={value} />
          <Raw json={value} />
        </div>
      ))}
      {open && <ProposeSetting setting={setting} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

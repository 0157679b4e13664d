// A new value of a setting, proposed: what it may be, the server says.

import type { SettingByTwo } from '@fairtick/contract/staff/settings';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { canPropose } from '../../calculators/agreement.ts';
import { isJson, laidOut } from '../../calculators/contents.ts';
import { extendedKeys, holdsPrivateKey } from '../../calculators/extended-keys.ts';
import { useAct } from '../../hooks/use-act.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { Raw } from '../../parts/raw.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import { SettingDifference } from './difference.tsx';
import { OwnAddresses } from './own-addresses.tsx';
import { SettingValue } from './setting-value.tsx';

export function ProposeSetting({ setting, onClose }: { setting: SettingByTwo; onClose: () => void }) {
  const t = useTexts();
  const act = useAct('setting_propose');
  const [value, setValue] = useState(() => laidOut(setting.now.value));
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const secret = holdsPrivateKey(value);
  const changed = laidOut(value) !== laidOut(setting.now.value) && canPropose(setting, value);
  const send = async (): Promise<void> => {
    const moment = from === '' ? {} : { from: Date.parse(from) };
    const answer = await act.send({ key: setting.key, value, reason: reason.trim(), ...moment });
    if (!answer) return;
    sayToast(t('proposals.made'));
    onClose();
  };
  return (
    <Dialog
      title={t('settings.propose_title', { key: textOrName(t, 'setting', setting.key) })}
      act={t('settings.send')}
      ready={!secret && isJson(value) && changed && reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p className="quiet">
        {textOrName(t, 'setting_does', setting.key) === setting.key
          ? setting.doc
          : textOrName(t, 'setting_does', setting.key)}
      </p>
      <SettingValue setting={setting} value={value} onValue={setValue} />
      {setting.example !== '' && (
        <Raw title={t('settings.example')} json={setting.example} open={laidOut(setting.now.value) === '[]'} />
      )}
      {setting.key === 'deposit_options' && changed && <OwnAddresses keys={extendedKeys(value)} />}
      {changed && <SettingDifference old={setting.now.value} next={value} />}
      <TextInput
        type="datetime-local"
        label={t('settings.not_before')}
        description={t('settings.not_before_hint')}
        value={from}
        onChange={typedInto(setFrom)}
      />
      <ReasonField value={reason} onChange={setReason} hint={t('settings.reason_hint')} />
    </Dialog>
  );
}

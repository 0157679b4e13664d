// Appears by itself when a call needs a fresh proof of who is there; the call waits for its end.

import { Divider, Modal, Stack } from '@mantine/core';
import { useAct } from '../../hooks/use-act.ts';
import { useMeRead } from '../../hooks/use-me.ts';
import { useStore } from '../../hooks/use-store.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { endStepUp, stepUpStore } from '../../stores/step-up.ts';
import { askPasskey } from '../../transport/passkey.ts';
import { CodeForm } from './code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { usePasskey } from './use-passkey.ts';

export function StepUpDialog() {
  const t = useTexts();
  const { asked } = useStore(stepUpStore);
  if (!asked) return null;
  return (
    <Modal
      opened
      onClose={() => endStepUp(false)}
      title={t('step_up.title')}
      zIndex={300}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Confirm />
    </Modal>
  );
}

function Confirm() {
  const t = useTexts();
  const factors = useMeRead().data?.factors ?? [];
  const code = useAct('staff_step_up_finish');
  const passkey = usePasskey({
    begin: () => call('staff_step_up_begin', {}),
    ask: askPasskey,
    finish: async (ticket, response) => {
      await call('staff_step_up_finish', { ticket, response });
      endStepUp(true);
    },
  });
  const sendCode = async (digits: string): Promise<void> => {
    if (await code.send({ code: digits })) endStepUp(true);
  };
  const both = factors.includes('passkey') && factors.includes('totp');
  return (
    <Stack gap="sm">
      <p>{t('step_up.text')}</p>
      {factors.includes('passkey') && <PasskeyButton act={passkey} label={t('step_up.passkey')} />}
      {both && <Divider label={t('or')} />}
      {factors.includes('totp') && (
        <CodeForm
          act={t('step_up.code')}
          busy={code.busy}
          failure={code.failure}
          focus={!both}
          onCode={(digits) => void sendCode(digits)}
        />
      )}
    </Stack>
  );
}

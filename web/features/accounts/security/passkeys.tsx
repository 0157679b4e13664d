// The account's passkeys: each by its name, a new one, and the way to be rid of one.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Button } from '@fairtick/ui/button';
import { Confirm } from '@fairtick/ui/confirm';
import { Field } from '@fairtick/ui/field';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Sheet } from '@fairtick/ui/sheet';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { useState } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { usePasskey } from '../../../hooks/use-passkey.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../stores/api.ts';
import { passkeyObstacle } from '../../../stores/passkey.ts';
import { sayToast } from '../../../stores/toast.ts';
import { QUERY, refresh } from '../../../transport/query.ts';

type Passkey = AnswerOf<'security'>['passkeys'][number];
type Added = (codes: readonly string[]) => void;

export function Passkeys({ passkeys, onAdded }: { passkeys: readonly Passkey[]; onAdded: Added }) {
  const t = useTexts('security');
  const [adding, setAdding] = useState(false);
  const obstacle = passkeyObstacle();
  return (
    <>
      <ListRow
        className="py-3"
        leading={<Fingerprint aria-hidden="true" size={20} />}
        title={t('passkeys')}
        subtitle={obstacle ? t(`passkey.${obstacle}`) : t('passkeys.none')}
      />
      {passkeys.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} />
      ))}
      {obstacle === undefined && (
        <div className="p-3">
          <Button tone="soft" size="sm" wide onClick={() => setAdding(true)}>
            {t('passkey.add')}
          </Button>
        </div>
      )}
      {adding && (
        <AddPasskey
          onClose={() => setAdding(false)}
          onAdded={(codes) => {
            setAdding(false);
            sayToast({ tone: 'success', text: t('passkey.done') });
            onAdded(codes);
          }}
        />
      )}
    </>
  );
}

function AddPasskey({ onClose, onAdded }: { onClose: () => void; onAdded: Added }) {
  const t = useTexts('security');
  const [label, setLabel] = useState('');
  const passkey = usePasskey({
    create: true,
    begin: () => call('passkey_begin', {}),
    finish: (ticket, response) => call('passkey_finish', { ticket, response, label: label.trim() }),
    done: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  return (
    <Sheet open onOpen={onClose} title={t('passkey.add')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          passkey.ask();
        }}
        className="grid gap-4"
      >
        <Field
          label={t('passkey.label')}
          value={label}
          onValue={setLabel}
          maxLength={60}
          hint={t('passkey.label.hint')}
          {...(passkey.failed ? { error: t('passkey.failed') } : {})}
        />
        <Button type="submit" wide busy={passkey.busy}>
          {t('passkey.add')}
        </Button>
      </form>
    </Sheet>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const t = useTexts('security');
  const shell = useTexts('shell');
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const act = useAct('passkey_remove');
  const { id, label, added, lastUsed } = passkey;
  async function remove(): Promise<void> {
    // Put away first: that somebody is who they are may be asked for next.
    setAsked(false);
    if (await act.send({ id })) refresh(QUERY.security);
  }
  return (
    <>
      <ListRow
        className="py-3 ps-12"
        title={<bdi>{label === '' ? t('passkey.unnamed') : label}</bdi>}
        subtitle={
          lastUsed === null
            ? t('passkey.added', { date: formats.date(added) })
            : t('passkey.used', { date: formats.dateMinute(lastUsed) })
        }
        trailing={
          <Button tone="outline" size="sm" busy={act.busy} onClick={() => setAsked(true)}>
            {t('passkey.remove')}
          </Button>
        }
      />
      <Confirm
        open={asked}
        onOpen={setAsked}
        title={t('passkey.remove.title')}
        text={t('passkey.remove.text')}
        confirmLabel={t('passkey.remove')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void remove()}
        tone="danger"
      />
    </>
  );
}

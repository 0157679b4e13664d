// Another e-mail or mobile becomes the account's, or the one that is there is confirmed, by a code that is sent to it.

import { Button } from '@fairtick/ui/button';
import { Sheet } from '@fairtick/ui/sheet';
import { useRef, useState } from 'react';
import { ABOUT } from '../../../calculators/refused.ts';
import { useAct } from '../../../hooks/use-act.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { CodeForm } from '../code-form.tsx';
import { NameField } from '../entry/name-fields.tsx';
import { useTypedName } from '../entry/use-typed-name.ts';
import { SentAgain } from './sent-again.tsx';

const ABOUT_NAME = [...ABOUT.account, ...ABOUT.area];

interface Props {
  readonly kind: 'email' | 'mobile';
  /** It is the account's already. */
  readonly same: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function BindName({ kind, same, onDone, onClose }: Props) {
  const t = useTexts('security');
  const login = useTexts('login');
  const typed = useTypedName('', kind);
  const [wait, setWait] = useState<number>();
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const begin = useAct('name_bind_begin', ABOUT_NAME);
  const finish = useAct('name_bind_finish', [...ABOUT.code, ...ABOUT_NAME]);
  const name = { type: kind, area_id: typed.country, to: typed.account };

  async function send(): Promise<void> {
    setTried(true);
    if (typed.account === '') return input.current?.focus();
    const begun = await begin.send(name);
    if (begun) setWait(begun.wait);
  }
  async function confirm(code: string): Promise<void> {
    if (await finish.send({ ...name, code })) onDone();
  }

  const missing = tried && typed.account === '' ? login('account.missing') : undefined;
  return (
    <Sheet
      open
      onOpen={onClose}
      title={t(same ? `name.${kind}` : `name.title.${kind}`)}
      note={t(same ? 'name.check.text' : 'name.text')}
    >
      {wait !== undefined ? (
        <>
          <CodeForm
            next
            label={t('name.code')}
            act={t('name.confirm')}
            missing={t('code.missing')}
            busy={finish.busy}
            refusal={finish.refusal}
            error={finish.said([...ABOUT.code, ...ABOUT_NAME])}
            onCode={(code) => void confirm(code)}
          />
          <SentAgain
            to={typed.account}
            wait={wait}
            busy={begin.busy}
            onAgain={async () => (await begin.send(name))?.wait}
          />
        </>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
          className="grid gap-4"
        >
          <NameField typed={typed} inputRef={input} error={begin.said(ABOUT_NAME) ?? missing} />
          <Button type="submit" wide busy={begin.busy}>
            {t('name.send')}
          </Button>
        </form>
      )}
    </Sheet>
  );
}

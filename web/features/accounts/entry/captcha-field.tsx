// The picture, what it says, another one, and the way without reading.

import { Button } from '@fairtick/ui/button';
import { Field } from '@fairtick/ui/field';
import { IconButton } from '@fairtick/ui/icon-button';
import { Skeleton } from '@fairtick/ui/skeleton';
import CircleCheck from 'lucide-react/icons/circle-check';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Captcha } from './use-captcha.ts';

export function CaptchaField({
  captcha,
  tried,
  error,
}: {
  captcha: Captcha;
  tried: boolean;
  error: string | undefined;
}) {
  const t = useTexts('login');
  if (captcha.work === 'done')
    return (
      <p role="status" className="flex min-h-12 items-center gap-2 rounded-md bg-up-soft px-4 text-sm text-up">
        <CircleCheck aria-hidden="true" size={18} className="shrink-0" />
        {t('captcha.worked')}
      </p>
    );
  const said = error ?? (tried && captcha.missing ? t('captcha.missing') : undefined);
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        {captcha.shown ? (
          <img
            src={captcha.shown.image}
            alt={t('captcha.image')}
            className="h-16 min-w-0 rounded-md border border-line bg-white object-contain"
          />
        ) : captcha.failed ? (
          <p className="text-danger text-sm">{t('captcha.failed')}</p>
        ) : (
          <Skeleton className="h-16 w-44 rounded-md" />
        )}
        <IconButton label={t('captcha.reload')} onClick={captcha.ask}>
          <RefreshCw aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <Field
        ref={captcha.input}
        label={t('captcha')}
        value={captcha.text}
        onValue={captcha.setText}
        maxLength={12}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...(said === undefined ? {} : { error: said })}
      />
      {captcha.work === 'impossible' ? (
        <p className="text-quiet text-sm">{t('captcha.no_work')}</p>
      ) : (
        <Button
          tone="ghost"
          size="sm"
          className="justify-self-start px-2!"
          disabled={!captcha.shown || captcha.work === 'running'}
          onClick={captcha.compute}
        >
          {t(captcha.work === 'running' ? 'captcha.working' : 'captcha.work')}
        </Button>
      )}
    </div>
  );
}

// The picture that proves a payment: chosen, made small in the browser, and sent at once with how far it is.

import { cx } from '@fairtick/ui/cx';
import { IconButton } from '@fairtick/ui/icon-button';
import { useFormats } from '@fairtick/ui/locale';
import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { type Ref, useId } from 'react';
import type { ChosenPhoto, Photo } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface Props {
  readonly proof: Photo;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly error: string | undefined;
}

export function ProofField({ proof, inputRef, error }: Props) {
  const t = useTexts('deposit');
  const id = useId();
  const noteId = `${id}-note`;
  const { chosen } = proof;
  const wrong = error !== undefined || chosen?.state === 'failed';
  return (
    <div>
      <span className="mb-1.5 block font-medium text-muted text-sm">{t('proof')}</span>
      <div
        className={cx(
          'relative flex min-h-16 items-center gap-3 rounded-md border bg-surface p-2 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
          wrong ? 'border-danger' : 'border-field-line',
        )}
      >
        <label htmlFor={id} className="flex min-h-12 min-w-0 flex-1 cursor-pointer items-center gap-3">
          {chosen ? (
            <img src={chosen.preview} alt="" className="size-12 shrink-0 rounded-sm object-cover" />
          ) : (
            <ImagePlus aria-hidden="true" size={24} className="ms-2 shrink-0 text-accent-text" />
          )}
          {chosen ? (
            <Progress chosen={chosen} />
          ) : (
            <span className="font-medium text-accent-text text-sm">{t('proof.add')}</span>
          )}
          <input
            id={id}
            ref={inputRef}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/*"
            aria-label={t(chosen ? 'proof.replace' : 'proof.add')}
            aria-invalid={wrong || undefined}
            aria-describedby={error === undefined ? undefined : noteId}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) proof.choose(file);
              // The same file can be chosen again after it was removed.
              target.value = '';
            }}
          />
        </label>
        {chosen?.state === 'failed' && (
          <button
            type="button"
            onClick={proof.again}
            className="relative min-h-11 px-2 font-semibold text-accent-text text-sm"
          >
            {t('proof.again')}
          </button>
        )}
        {chosen && (
          <IconButton label={t('proof.remove')} onClick={proof.remove} className="relative">
            <X aria-hidden="true" size={18} />
          </IconButton>
        )}
      </div>
      {error && (
        <p id={noteId} role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

function Progress({ chosen: { state, share } }: { chosen: ChosenPhoto }) {
  const t = useTexts('deposit');
  const formats = useFormats();
  const percent = formats.percent(String(Math.round(share * 100)), { places: 0 });
  return (
    <span className="min-w-0 flex-1">
      <span
        role={state === 'failed' ? 'alert' : undefined}
        aria-live={state === 'failed' ? undefined : 'polite'}
        className={cx('block text-sm', state === 'failed' ? 'text-danger' : 'text-muted')}
      >
        {t(`proof.${state}`, { percent })}
      </span>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-accent" style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </span>
  );
}

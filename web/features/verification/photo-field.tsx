// One side of a document: chosen from the camera or the files, shown, and sent while the person goes on.

import { cx } from '@fairtick/ui/cx';
import { IconButton } from '@fairtick/ui/icon-button';
import { useFormats } from '@fairtick/ui/locale';
import Camera from 'lucide-react/icons/camera';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { type Ref, useId } from 'react';
import type { ChosenPhoto, Photo } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface Props {
  readonly side: 'front' | 'reverse';
  readonly photo: Photo;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly missing: boolean;
}

export function PhotoField({ side, photo, inputRef, missing }: Props) {
  const t = useTexts('verification');
  const id = useId();
  const { chosen } = photo;
  const failed = chosen?.state === 'failed';
  return (
    <div className="min-w-0">
      <span className="mb-1.5 block font-medium text-muted text-sm">{t(side)}</span>
      <div
        className={cx(
          'relative overflow-hidden rounded-md border bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
          missing || failed ? 'border-danger' : 'border-field-line',
        )}
      >
        <label htmlFor={id} className="grid aspect-8/5 cursor-pointer place-items-center hover:bg-sunken">
          {chosen ? (
            <img src={chosen.preview} alt="" className="absolute inset-x-0 top-0 aspect-8/5 w-full object-cover" />
          ) : (
            <span className="flex flex-col items-center gap-1.5 px-2 text-center font-medium text-accent-text text-sm">
              <Camera aria-hidden="true" size={24} />
              {t('photo.add')}
            </span>
          )}
          <input
            id={id}
            ref={inputRef}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/*"
            aria-label={t(`${side}.${chosen ? 'replace' : 'add'}`)}
            aria-invalid={missing || failed || undefined}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) photo.choose(file);
              // The same file can be chosen again after it was removed.
              target.value = '';
            }}
          />
        </label>
        {chosen && (
          <>
            <IconButton
              label={t(`${side}.remove`)}
              onClick={photo.remove}
              className="absolute! end-1 top-1 bg-surface/90 text-ink"
            >
              <X aria-hidden="true" size={18} />
            </IconButton>
            <Progress chosen={chosen} again={photo.again} />
          </>
        )}
      </div>
      {missing && (
        <p role="alert" className="mt-1.5 text-danger text-sm">
          {t('photo.missing')}
        </p>
      )}
    </div>
  );
}

function Progress({ chosen, again }: { chosen: ChosenPhoto; again: () => void }) {
  const t = useTexts('verification');
  const formats = useFormats();
  const percent = formats.percent(String(Math.round(chosen.share * 100)), { places: 0 });
  if (chosen.state === 'failed')
    return (
      <p role="alert" className="relative flex min-h-11 items-center justify-between gap-2 px-3 text-danger text-sm">
        {t('photo.failed')}
        <button type="button" onClick={again} className="min-h-11 font-semibold text-accent-text">
          {t('photo.again')}
        </button>
      </p>
    );
  return (
    <p className="flex min-h-11 items-center gap-1.5 px-3 text-muted text-sm" aria-live="polite">
      {chosen.state === 'sent' && (
        <>
          <CircleCheck aria-hidden="true" size={16} className="shrink-0 text-up" />
          {t('photo.sent')}
        </>
      )}
      {chosen.state === 'shrinking' && t('photo.shrinking')}
      {chosen.state === 'sending' && (
        <>
          <progress aria-hidden="true" value={chosen.share} className="sr-only" />
          {t('photo.sending', { percent })}
        </>
      )}
    </p>
  );
}

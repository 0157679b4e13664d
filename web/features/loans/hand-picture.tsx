// The one picture of a borrower: themselves with their document in hand; chosen, made small in the browser, and sent at once with how far it is.

import { cx } from '@fairtick/ui/cx';
import { IconButton } from '@fairtick/ui/icon-button';
import { useFormats } from '@fairtick/ui/locale';
import Camera from 'lucide-react/icons/camera';
import X from 'lucide-react/icons/x';
import { type Ref, useId } from 'react';
import type { Photo } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';

interface Props {
  readonly photo: Photo;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly error: string | undefined;
}

export function HandPicture({ photo, inputRef, error }: Props) {
  const t = useTexts('loans');
  const formats = useFormats();
  const id = useId();
  const noteId = `${id}-note`;
  const { chosen } = photo;
  const failed = chosen?.state === 'failed';
  const percent = formats.percent(String(Math.round((chosen?.share ?? 0) * 100)), { places: 0 });
  return (
    <div>
      <span className="mb-1.5 block font-medium text-muted text-sm">{t('hand_pic')}</span>
      <div
        className={cx(
          'relative flex min-h-16 items-center gap-3 rounded-md border bg-surface p-2 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
          error !== undefined || failed ? 'border-danger' : 'border-field-line',
        )}
      >
        <label htmlFor={id} className="flex min-h-12 min-w-0 flex-1 cursor-pointer items-center gap-3">
          {chosen ? (
            <img src={chosen.preview} alt="" className="size-12 shrink-0 rounded-sm object-cover" />
          ) : (
            <Camera aria-hidden="true" size={24} className="ms-2 shrink-0 text-accent-text" />
          )}
          <span
            aria-live="polite"
            className={cx('text-sm', failed ? 'text-danger' : chosen ? 'text-muted' : 'font-medium text-accent-text')}
          >
            {chosen ? t(`hand_pic.${chosen.state}`, { percent }) : t('hand_pic.add')}
          </span>
          <input
            id={id}
            ref={inputRef}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/*"
            aria-label={t(chosen ? 'hand_pic.replace' : 'hand_pic.add')}
            aria-invalid={error !== undefined || failed || undefined}
            aria-describedby={error === undefined ? undefined : noteId}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) photo.choose(file);
              // The same file can be chosen again after it was removed.
              target.value = '';
            }}
          />
        </label>
        {failed && (
          <button
            type="button"
            onClick={photo.again}
            className="relative min-h-11 px-2 font-semibold text-accent-text text-sm"
          >
            {t('hand_pic.again')}
          </button>
        )}
        {chosen && (
          <IconButton label={t('hand_pic.remove')} onClick={photo.remove} className="relative">
            <X aria-hidden="true" size={18} />
          </IconButton>
        )}
      </div>
      {error !== undefined && (
        <p id={noteId} role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

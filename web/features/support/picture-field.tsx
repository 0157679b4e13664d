// One picture beside what is written, at wish: chosen, made small in the browser, and sent at once with how far it is.

import { cx } from '@fairtick/ui/cx';
import { IconButton } from '@fairtick/ui/icon-button';
import { useFormats } from '@fairtick/ui/locale';
import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import type { Photo } from '../../hooks/use-photo.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export function PictureField({ picture }: { picture: Photo }) {
  const t = useTexts('feedback');
  const formats = useFormats();
  const id = useId();
  const { chosen } = picture;
  const failed = chosen?.state === 'failed';
  const percent = formats.percent(String(Math.round((chosen?.share ?? 0) * 100)), { places: 0 });
  return (
    <div
      className={cx(
        'relative flex min-h-16 items-center gap-3 rounded-md border bg-surface p-2 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
        failed ? 'border-danger' : 'border-field-line',
      )}
    >
      <label htmlFor={id} className="flex min-h-12 min-w-0 flex-1 cursor-pointer items-center gap-3">
        {chosen ? (
          <img src={chosen.preview} alt="" className="size-12 shrink-0 rounded-sm object-cover" />
        ) : (
          <ImagePlus aria-hidden="true" size={24} className="ms-2 shrink-0 text-accent-text" />
        )}
        <span
          aria-live="polite"
          className={cx('text-sm', failed ? 'text-danger' : chosen ? 'text-muted' : 'font-medium text-accent-text')}
        >
          {chosen ? t(`image.${chosen.state}`, { percent }) : t('image.add')}
        </span>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/*"
          aria-label={t(chosen ? 'image.replace' : 'image.add')}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) picture.choose(file);
            // The same file can be chosen again after it was removed.
            target.value = '';
          }}
        />
      </label>
      {failed && (
        <button
          type="button"
          onClick={picture.again}
          className="relative min-h-11 px-2 font-semibold text-accent-text text-sm"
        >
          {t('image.again')}
        </button>
      )}
      {chosen && (
        <IconButton label={t('image.remove')} onClick={picture.remove} className="relative">
          <X aria-hidden="true" size={18} />
        </IconButton>
      )}
    </div>
  );
}

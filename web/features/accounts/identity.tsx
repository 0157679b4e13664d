// Who is signed in, by e-mail and number.

import { IconButton } from '@fairtick/ui/icon-button';
import { Tag } from '@fairtick/ui/tag';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import Copy from 'lucide-react/icons/copy';
import { useCopy } from '../../hooks/use-copy.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export function Identity({ label, uid, demo }: { label: string; uid: string; demo: boolean }) {
  const shell = useTexts('shell');
  const t = useTexts('account');
  const copy = useCopy();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span
        aria-hidden="true"
        className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text"
      >
        <CircleUserRound size={30} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold text-lg leading-snug">
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{label}</bdi>
          {demo && <Tag tone="accent">{shell('demo')}</Tag>}
        </p>
        <bdi className="tabular text-quiet text-sm">{t('uid', { uid })}</bdi>
      </div>
      <IconButton label={t('uid.copy')} onClick={() => void copy(uid)}>
        <Copy aria-hidden="true" size={19} />
      </IconButton>
    </div>
  );
}

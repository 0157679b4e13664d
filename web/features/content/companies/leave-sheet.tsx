// Before somebody goes to a site that is not ours: which one that is.

import { buttonClass } from '@fairtick/ui/button';
import { Sheet } from '@fairtick/ui/sheet';
import { linkTarget } from '../../../calculators/content.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

export function LeaveSheet({ url, onDone }: { url: string; onDone: () => void }) {
  const t = useTexts('product');
  return (
    <Sheet
      open
      onOpen={(open) => {
        if (!open) onDone();
      }}
      title={t('leave.title')}
      footer={
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={onDone}
          className={buttonClass({ wide: true })}
        >
          {t('leave.open')}
        </a>
      }
    >
      <div className="grid gap-3 pb-4">
        <p className="font-semibold text-lg [overflow-wrap:anywhere]">
          <bdi dir="ltr">{linkTarget(url)}</bdi>
        </p>
        <p className="text-pretty text-muted text-sm">{t('leave.text')}</p>
      </div>
    </Sheet>
  );
}

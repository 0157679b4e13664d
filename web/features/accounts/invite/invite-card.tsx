// The user's invitation: as a picture for a camera, as a code to be said, as a link to be sent.

import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { QrCode } from '@fairtick/ui/qr-code';
import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import { useCopy } from '../../../hooks/use-copy.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Read aloud in two groups. */
const GROUP = 3;

export function InviteCard({ code }: { code: string }) {
  const t = useTexts('invite');
  const copy = useCopy();
  const link = `${location.origin}/#/register?invite_code=${encodeURIComponent(code)}`;
  const canShare = typeof navigator.share === 'function';
  return (
    <Card className="flex flex-col gap-4 p-5">
      <QrCode value={link} label={t('qr')} />
      <p className="text-center">
        <span className="block text-quiet text-sm">{t('code')}</span>
        <bdi dir="ltr" className="tabular block font-bold text-3xl tracking-[0.12em]">
          {code.slice(0, GROUP)} {code.slice(GROUP)}
        </bdi>
      </p>
      <bdi dir="ltr" className="block break-all rounded-md bg-sunken px-4 py-3 text-sm">
        {link}
      </bdi>
      <div className="flex gap-3">
        <Button
          tone={canShare ? 'outline' : 'primary'}
          wide
          icon={<Copy aria-hidden="true" size={18} />}
          onClick={() => void copy(link)}
        >
          {t('copy')}
        </Button>
        {canShare && (
          <Button wide icon={<Share2 aria-hidden="true" size={18} />} onClick={() => void share(link)}>
            {t('share')}
          </Button>
        )}
      </div>
    </Card>
  );
}

async function share(url: string): Promise<void> {
  try {
    await navigator.share({ url });
  } catch {
    // Put away again: the link is still there to be copied.
  }
}

// Who pays the interest, and that it is set aside: on every screen of funds.

import { Banner } from '@fairtick/ui/banner';
import { useFormats } from '@fairtick/ui/locale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useTexts } from '../../i18n/use-texts.ts';

export function WhoPays({
  covered,
}: {
  covered?: { readonly set_aside: string; readonly promised: string } | undefined;
}) {
  const t = useTexts('funds');
  const formats = useFormats();
  return (
    <Banner tone="info" icon={<ShieldCheck size={20} />}>
      {t('who_pays')}
      {covered && (
        <span className="mt-1 block text-muted text-sm">
          {t('covered', {
            set_aside: formats.money(covered.set_aside, { places: 2 }),
            promised: formats.money(covered.promised, { places: 2 }),
          })}
        </span>
      )}
    </Banner>
  );
}

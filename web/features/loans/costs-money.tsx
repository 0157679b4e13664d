// The warning that stands before every tap that borrows.

import { Banner } from '@fairtick/ui/banner';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTexts } from '../../i18n/use-texts.ts';

export function CostsMoney() {
  const t = useTexts('loans');
  return (
    <Banner tone="warn" icon={<TriangleAlert size={20} />}>
      <strong className="font-semibold">{t('caution')}</strong> {t('caution.text')}
    </Banner>
  );
}

// Why what was sent from outside did not repay the loan.

import { Banner } from '@fairtick/ui/banner';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTexts } from '../../i18n/use-texts.ts';

export function ProofRefused({ reason }: { reason: string }) {
  const t = useTexts('loans');
  return (
    <Banner tone="warn" icon={<TriangleAlert size={20} />}>
      {t('proof.refused')} <bdi className="[overflow-wrap:anywhere]">{reason}</bdi>
    </Banner>
  );
}

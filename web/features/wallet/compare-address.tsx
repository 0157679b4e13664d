// An address whose letters carry no checksum, as it will be kept: compared with the wallet and confirmed before it is bound, for nothing else finds an error in it.

import { Confirm } from '@fairtick/ui/confirm';
import { useTexts } from '../../i18n/use-texts.ts';
import { AddressText } from './address-text.tsx';

interface Props {
  readonly address: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onSame: () => void;
}

export function CompareAddress({ address, open, onOpen, onSame }: Props) {
  const t = useTexts('withdraw');
  return (
    <Confirm
      open={open}
      onOpen={onOpen}
      title={t('bind.compare')}
      text={
        <>
          {t('bind.compare.text')}
          <AddressText text={address} className="mt-3 text-base text-ink" />
        </>
      }
      confirmLabel={t('bind.compare.same')}
      cancelLabel={t('bind.compare.back')}
      onConfirm={onSame}
    />
  );
}

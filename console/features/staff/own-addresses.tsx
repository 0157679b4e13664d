// Extended public keys in a value that is proposed: what each leads to, to be compared with the wallet that it is of.

import { Alert } from '@mantine/core';
import type { KeyInValue } from '../../calculators/extended-keys.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Facts } from '../../parts/panel.tsx';

export function OwnAddresses({ keys }: { keys: readonly KeyInValue[] }) {
  return keys.map((one) => <OfKey key={`${one.option} ${one.network} ${one.xpub}`} of={one} />);
}

function OfKey({ of: { option, network, xpub } }: { of: KeyInValue }) {
  const t = useTexts();
  const { data } = useRead('xpub_addresses', { network, xpub });
  if (!data) return null;
  if (data.fault !== '')
    return (
      <Alert color="red" title={t('xpub.of', { option, network })}>
        {t(`xpub.fault.${data.fault}`)}
      </Alert>
    );
  return (
    <Alert color="blue" title={t('xpub.of', { option, network })}>
      <p>{t('xpub.compare')}</p>
      <Facts rows={data.addresses.map((address, at) => [`m/0/${at}`, <code key={address}>{address}</code>])} />
    </Alert>
  );
}

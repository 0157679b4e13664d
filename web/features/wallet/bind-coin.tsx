// The lines of a coin address: the address, shown again in groups to compare it, and what kind of wallet it is.

import { Field } from '@fairtick/ui/field';
import { Segmented } from '@fairtick/ui/segmented';
import { uncheckedForm } from '../../calculators/destinations.ts';
import { ABOUT } from '../../calculators/refused.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AddressText } from './address-text.tsx';
import type { LinesProps } from './bind-draft.ts';

export function BindCoin({ terms, typed, onType, onLeave, errorOf, said }: LinesProps) {
  const t = useTexts('withdraw');
  const { dc_address, wallet_kind, exchange_name } = typed;
  const error = errorOf('dc_address') ?? said(ABOUT.coinAddress);
  const unchecked = uncheckedForm(terms.network, dc_address);
  const unnamed = errorOf('exchange_name');
  return (
    <>
      <div>
        <Field
          label={t('bind.address', { network: terms.protocol })}
          value={dc_address}
          onValue={(text) => onType({ dc_address: text.trim() })}
          onBlur={() => onLeave('dc_address')}
          maxLength={200}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(error === undefined ? {} : { error })}
        />
        {dc_address !== '' && (
          <div className="mt-2">
            <p className="text-quiet text-sm">
              {t(unchecked === undefined ? 'bind.address.look' : 'bind.address.kept')}
            </p>
            <AddressText text={unchecked ?? dc_address} className="mt-1 text-base" />
          </div>
        )}
      </div>
      <div>
        <p className="mb-1.5 font-medium text-muted text-sm">{t('bind.wallet')}</p>
        <Segmented
          label={t('bind.wallet')}
          value={wallet_kind}
          onValue={(kind) => onType({ wallet_kind: kind })}
          options={[
            { value: 'own', text: t('bind.wallet.own') },
            { value: 'exchange', text: t('bind.wallet.exchange') },
          ]}
        />
      </div>
      {wallet_kind === 'exchange' && (
        <Field
          label={t('bind.exchange')}
          value={exchange_name}
          onValue={(name) => onType({ exchange_name: name })}
          maxLength={80}
          dir="auto"
          autoComplete="off"
          {...(unnamed === undefined ? {} : { error: unnamed })}
        />
      )}
    </>
  );
}

// What a pair is called in the user's language: currencies by Intl, everything else by our own words.

import { useFormats } from '@fairtick/ui/locale';
import { useMemo } from 'react';
import type { TextKey } from './texts.ts';
import { useTexts } from './use-texts.ts';

interface Named {
  readonly Base: string;
  readonly Quote: string;
}

const ASSETS: Readonly<Record<string, TextKey<'shell'>>> = {
  XAU: 'asset.XAU',
  XAG: 'asset.XAG',
  WTI: 'asset.WTI',
  BRENT: 'asset.BRENT',
  US500: 'asset.US500',
  US100: 'asset.US100',
  DE40: 'asset.DE40',
  BTC: 'asset.BTC',
  ETH: 'asset.ETH',
  SOL: 'asset.SOL',
  XRP: 'asset.XRP',
};

/** "Euro / US dollar", "Gold". A code nobody knows stays a code. */
export function usePairName(): (pair: Named) => string {
  const t = useTexts('shell');
  const { locale } = useFormats();
  return useMemo(() => {
    const currencies = new Intl.DisplayNames(locale, { type: 'currency' });
    const currency = (code: string): string => (/^[A-Z]{3}$/.test(code) ? (currencies.of(code) ?? code) : code);
    return ({ Base, Quote }) => {
      const asset = ASSETS[Base];
      return asset ? t(asset) : t('pair.name', { base: currency(Base), quote: currency(Quote) });
    };
  }, [t, locale]);
}

// Amounts of money in and out in words, the same on every screen of them.

import { useFormats, useTexts } from '../../i18n/use-texts.ts';

export interface MoneyWords {
  /** "95.000000 USDT", with all the decimals that it has. */
  of(amount: string, currency: string): string;
  /** "USDT · ERC20", or the currency alone where nothing tells it apart. */
  way(currency: string, network: string): string;
}

export function useMoneyWords(): MoneyWords {
  const t = useTexts();
  const formats = useFormats();
  return {
    of: (amount, currency) => t('money.of', { amount: formats.number(amount), currency }),
    way: (currency, network) => (network === '' ? currency : t('money.way', { currency, network })),
  };
}

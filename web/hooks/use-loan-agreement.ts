// The agreement of a loan that may be asked for, as the server renders it now, together with what its offer costs: asked for at one time, so that the
// figures beside the text are those of the text.

import type { LoanAgreementView } from '@fairtick/contract/http/loans';
import { useQuery } from '@tanstack/react-query';
import { type LoanSum, readLoan } from '../calculators/loans.ts';
import { call } from '../stores/api.ts';
import { QUERY, queryClient } from '../transport/query.ts';
import { useSettings } from './use-settings.ts';

export interface OfferedAgreement {
  readonly agreement: LoanAgreementView;
  readonly sum: LoanSum | undefined;
}

export function useLoanAgreement(configId: number, amount: string) {
  const lang = useSettings((settings) => settings.lang);
  return useQuery(
    {
      queryKey: [QUERY.loans, 'agreement', lang, configId, amount],
      queryFn: async ({ signal }): Promise<OfferedAgreement> => {
        const quiet = { quiet: true, signal } as const;
        const [agreement, config] = await Promise.all([
          call('loan_agreement', { id: configId, amount }, quiet),
          call('loan_config_info', { id: configId }, quiet),
        ]);
        const read = readLoan(amount, config);
        return { agreement, sum: 'sum' in read ? read.sum : undefined };
      },
      // A text under the eye does not change.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
}

/**
 * The agreement that its user has read to the end and is about to sign: exactly this one is signed, whatever the server would render meanwhile. Gone with
 * the session, as everything of the user's.
 */
export interface ReadLoan {
  readonly configId: number;
  readonly sum: LoanSum;
  readonly html: string;
  /** SHA-256 of it, hexadecimal. */
  readonly hash: string;
  /** UTC ms of this device. */
  readonly shownAt: number;
  readonly readAt: number;
}

const keyOf = (configId: number, amount: string, lang: string) => [QUERY.loanReading, configId, amount, lang];

export const keepRead = (read: ReadLoan, lang: string): void => {
  queryClient.setQueryDefaults([QUERY.loanReading], { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(keyOf(read.configId, read.sum.amount, lang), read);
};

/** In the language that it was read in. */
export const readLoanAgreement = (configId: number, amount: string, lang: string): ReadLoan | undefined =>
  queryClient.getQueryData<ReadLoan>(keyOf(configId, amount, lang));

export const forgetRead = (): void => queryClient.removeQueries({ queryKey: [QUERY.loanReading] });

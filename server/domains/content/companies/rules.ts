// Which companies are found, and whose contact a reader is shown: pure.

import type { Id } from '@fairtick/kernel/ids';
import { hasWords } from '@fairtick/kernel/search-words';

export interface Company {
  readonly id: Id;
  readonly name: string;
  readonly logo: string | null;
  readonly url: string;
  readonly subject: string;
  readonly registeredAddress: string;
  readonly location: string;
  readonly email: string;
  readonly complaintEmail: string;
  readonly isMain: boolean;
}

/** `listed`: by name. */
export const foundByName = (listed: readonly Company[], typed: string): readonly Company[] =>
  listed.filter(({ name }) => hasWords(name, typed));

export const mainOf = (listed: readonly Company[]): Company | undefined => listed.find(({ isMain }) => isMain);

/** The one that the reader chose; the main one where that is listed no more or they chose none. */
export const reachedAt = (listed: readonly Company[], chosen: Id | undefined): Company | undefined =>
  listed.find(({ id }) => id === chosen) ?? mainOf(listed);

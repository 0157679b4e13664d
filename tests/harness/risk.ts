// Other limits than the declared ones, for all classes of pairs.

import { amount, readUnits } from '@fairtick/kernel/decimal';
import type { Settings } from '@fairtick/server/domains/parts';

type Risk = Settings['forex']['risk'];

export function withRisk(
  { forex: { risk } }: Pick<Settings, 'forex'>,
  {
    shock,
    userLimit,
    pairLimit,
  }: { readonly shock?: bigint; readonly userLimit?: string; readonly pairLimit?: string },
): Risk {
  const usd = (text: string) => amount(readUnits(text));
  const one = (before: Risk['fx']): Risk['fx'] => ({
    shock: shock ?? before.shock,
    userLimit: userLimit === undefined ? before.userLimit : usd(userLimit),
    pairLimit: pairLimit === undefined ? before.pairLimit : usd(pairLimit),
  });
  return { fx: one(risk.fx), metal: one(risk.metal), index: one(risk.index), always: one(risk.always) };
}

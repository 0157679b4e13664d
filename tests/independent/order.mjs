// One order with everything that shows how it came about, rechecked.

import { checkAcceptances } from './acceptances.mjs';
import { checkForex } from './forex.mjs';
import { checkMicro } from './micro.mjs';

/** `stopOuts` and `unasked`: what is looked at once all orders of the user are known. */
export function recheckOrder({ market, evidence, findings, stopOuts = [], unasked = [] }, story) {
  const { feeType, pairTerms, durations, openDelay, collectedAt, acceptancesKey } = evidence;
  const terms = { feeType, pairTerms, durations, openDelay, acceptancesKey };
  const context = { market, findings, ...terms, collectedAt, stopOuts, unasked };
  try {
    (story.family === 'forex' ? checkForex : checkMicro)(context, story);
    checkAcceptances(context, story);
  } catch (error) {
    findings.add(story.key, `cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

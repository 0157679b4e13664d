// Runs an endpoint's handler on what a client sent: the contract reads the input, and in tests also checks the answer.

import type { Endpoint } from '@fairtick/contract/endpoint';
import { paramsOf, type Refusal, refuse } from '@fairtick/contract/errors';
import { err, type Result } from '@fairtick/kernel/result';
import type { z } from 'zod';
import type { RequestContext } from '../../platform/endpoints.ts';
import type { Principal } from '../../platform/principals.ts';
import type { Fields } from './input.ts';

/** What is in memory is answered at once, without a promise: a wait for nothing costs more than many a look. */
export type AnyAnswer = Result<unknown, Refusal> | Promise<Result<unknown, Refusal>>;

/** A handler of any endpoint of any table: it gets what its own endpoint's schema has read. */
export type AnyHandler = (input: Readonly<Record<string, unknown>>, context: RequestContext<Principal>) => AnyAnswer;

export type RunsEndpoint = (fields: Fields, context: RequestContext<Principal>) => AnyAnswer;

/** `checked`: holds every answer against the contract and every refusal against its sentence. */
export function runnerOf(name: string, endpoint: Endpoint, handler: AnyHandler, checked: boolean): RunsEndpoint {
  return (fields, context) => {
    const parsed = endpoint.input.safeParse(fields);
    if (!parsed.success) return err(inputRefusal(parsed.error, fields));
    const answered = handler(parsed.data, context);
    if (!checked) return answered;
    const check = (result: Result<unknown, Refusal>) => checkAgainstContract(name, endpoint.answer, result);
    return answered instanceof Promise ? answered.then(check) : check(answered);
  };
}

export function inputRefusal(error: z.core.$ZodError, fields: Fields): Refusal {
  const field = String(error.issues[0]?.path[0] ?? '');
  const value = fields[field];
  return refuse(value === undefined || value === '' ? 'VALUE_MISSING' : 'INPUT_INVALID', { field });
}

/** The result itself; throws where it breaks the contract. */
function checkAgainstContract(
  name: string,
  schema: z.ZodType,
  result: Result<unknown, Refusal>,
): Result<unknown, Refusal> {
  if (result.ok) {
    const checked = schema.safeParse(result.value);
    if (!checked.success) throw new Error(`the answer of ${name} breaks the contract: ${checked.error.message}`);
    return result;
  }
  const known = paramsOf(result.error.error);
  const stray = Object.keys(result.error.params ?? {}).filter((param) => !known.includes(param));
  if (stray.length > 0) throw new Error(`${name} refused with ${result.error.error}, whose text has no {${stray[0]}}`);
  return result;
}

// Values that the contract takes, made from its schemas alone: what a test sends to an endpoint it knows nothing of, and answers for it.

import { type EndpointTable, endpointsOf } from '@fairtick/contract/table';
import { ok } from '@fairtick/kernel/result';
import type { HandlersOf } from '@fairtick/server/platform/endpoints';
import { z } from 'zod';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minLength?: number;
}

/** The smallest value that a schema takes. */
export function sampleOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return sample(z.toJSONSchema(schema, { io }) as JsonSchema);
}

function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {});
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'object') {
    const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(wanted.map(([name, one]) => [name, sample(one)]));
  }
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return '1'.repeat(Math.max(1, schema.minLength ?? 1));
}

/** The fields of a good call, as text. */
export function sampleFields(input: z.ZodObject): Record<string, string> {
  const sampled = sampleOf(input, 'input') as Record<string, unknown>;
  return Object.fromEntries(Object.entries(sampled).map(([name, value]) => [name, String(value)]));
}

/** Handlers that answer every call as the contract says. */
export const answeringHandlers = <T extends EndpointTable>(table: T): HandlersOf<T> =>
  Object.fromEntries(
    endpointsOf(table).map(([name, endpoint]) => {
      const answer = sampleOf(endpoint.answer, 'output');
      return [name, async () => ok(answer)];
    }),
  ) as unknown as HandlersOf<T>;

// OpenAPI 3.1 of all calls, derived from the table that the server itself runs on: nothing here is written by hand twice.

import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { endpointEntries } from './http/index.ts';
import { LANGUAGES } from './languages.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const made: unknown = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })));
  if (!isObject(made)) throw new Error('a schema is always an object');
  const { $schema: _, ...rest } = made;
  return rest;
}

const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

const envelopeOf = (data: JsonObject): JsonObject => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { const: 1 }, msg: { type: 'string' }, data },
});

const refusal: JsonObject = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: {
      description: Object.entries(ERROR_CODES)
        .map(([name, code]) => `${code} ${name}`)
        .join(', '),
      enum: Object.values(ERROR_CODES),
    },
    msg: { type: 'string', description: 'A sentence in the language of the header lang.' },
    data: { type: 'object' },
  },
};

/** The names of a path's `{pieces}`. */
export const pathFields = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function parametersOf(call: Endpoint, input: JsonObject, inQuery: boolean): Json[] {
  const parameters: Json[] = [ref('parameters', 'lang')];
  if (call.changesState) parameters.push(ref('parameters', 'idempotencyKey'));
  const properties = isObject(input.properties) ? input.properties : {};
  const required = Array.isArray(input.required) ? input.required : [];
  const inPath = pathFields(call.path);
  for (const [name, schema] of Object.entries(properties)) {
    if (inPath.includes(name)) parameters.push({ name, in: 'path', required: true, schema });
    else if (inQuery) parameters.push({ name, in: 'query', required: required.includes(name), schema });
  }
  return parameters;
}

function operationOf(name: string, call: Endpoint, method: 'get' | 'post'): JsonObject {
  const input = schemaOf(call.input, 'input');
  const inBody = method === 'post' && isObject(input.properties) && Object.keys(input.properties).length > 0;
  const content = { 'application/x-www-form-urlencoded': { schema: input }, ...json(input) };
  return {
    operationId: method === 'post' && call.method === 'GET' ? `${name}_post` : name,
    summary: call.summary,
    description: `${call.rate.max} calls in ${call.rate.perSeconds} s by ${call.rate.by}. Roles: ${call.roles.join(', ')}.`,
    parameters: parametersOf(call, input, method === 'get'),
    ...(inBody ? { requestBody: { content } } : {}),
    // An empty requirement beside the token: visitors may call it too.
    security: call.roles.includes('visitor') ? [{}, { token: [] }] : [{ token: [] }],
    responses: {
      200: {
        description: 'The answer, or a refusal with its code',
        content: json({ oneOf: [envelopeOf(schemaOf(call.answer, 'output')), ref('schemas', 'Refusal')] }),
      },
      ...Object.fromEntries(REFUSED.map(([status]) => [status, ref('responses', `Refused${status}`)])),
    },
  };
}

const REFUSED: readonly (readonly [number, string])[] = [
  [400, 'The body cannot be read'],
  [413, 'The body is larger than 64 KB'],
  [429, 'Too many calls'],
  [500, 'A defect on our side'],
  [503, 'The service cannot answer now'],
];

/** Methods a call is served under: as shown, and as POST where a GET changes something. */
export const methodsOf = (call: Endpoint): readonly ('GET' | 'POST')[] =>
  call.changesState && call.method === 'GET' ? ['GET', 'POST'] : [call.method];

export function openApiDocument(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, call] of endpointEntries) {
    const operations = methodsOf(call).map((method) => {
      const lower = method === 'GET' ? 'get' : 'post';
      return [lower, operationOf(name, call, lower)] as const;
    });
    paths[call.path] = { ...paths[call.path], ...Object.fromEntries(operations) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairtick',
      version: '3',
      description: 'Every answer is an envelope; code 1 is success, 999 asks for a sign-in.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Refusal: refusal },
      parameters: {
        lang: { name: 'lang', in: 'header', schema: { type: 'string', enum: LANGUAGES.map(({ key }) => key) } },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'The same key never takes effect twice: the first answer is given again.',
          schema: { type: 'string', maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
        },
      },
      responses: Object.fromEntries(
        REFUSED.map(([status, description]) => [
          `Refused${status}`,
          { description, content: json(ref('schemas', 'Refusal')) },
        ]),
      ),
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } },
    },
  };
}

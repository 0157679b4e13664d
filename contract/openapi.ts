// OpenAPI 3.1 of a table of endpoints, derived from the table that the server itself runs on: nothing here is written by hand twice.

import { z } from 'zod';
import { type Endpoint, methodsOf, pathFields, UPLOAD_FIELD } from './endpoint.ts';
import { ERROR_CODES, type RefusalStatus } from './errors.ts';
import { LANGUAGES } from './languages.ts';
import { type EndpointTable, endpointsOf } from './table.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, $defs: __, ...rest } = madeOf(schema, io);
  return rest;
}

/** What is named within itself stands once for the whole document. */
function madeOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  const made: unknown = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
  if (!isObject(made)) throw new Error('a schema is always an object');
  return made;
}

const definitionsOf = (table: EndpointTable): JsonObject =>
  Object.fromEntries(
    endpointsOf(table).flatMap(([, { answer }]) => {
      const { $defs } = madeOf(answer, 'output');
      return isObject($defs) ? Object.entries($defs) : [];
    }),
  );

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

function parametersOf(endpoint: Endpoint, input: JsonObject, inQuery: boolean): Json[] {
  const parameters: Json[] = [ref('parameters', 'lang')];
  if (endpoint.changesState) parameters.push(ref('parameters', 'idempotencyKey'));
  const properties = isObject(input.properties) ? input.properties : {};
  const required = Array.isArray(input.required) ? input.required : [];
  const inPath = pathFields(endpoint.path);
  for (const [name, schema] of Object.entries(properties)) {
    if (inPath.includes(name)) parameters.push({ name, in: 'path', required: true, schema });
    else if (inQuery) parameters.push({ name, in: 'query', required: required.includes(name), schema });
  }
  return parameters;
}

function operationOf(name: string, endpoint: Endpoint, method: 'get' | 'post'): JsonObject {
  const input = schemaOf(endpoint.input, 'input');
  const inBody = method === 'post' && isObject(input.properties) && Object.keys(input.properties).length > 0;
  return {
    operationId: method === 'post' && endpoint.method === 'GET' ? `${name}_post` : name,
    summary: endpoint.summary,
    description: `${endpoint.rate.max} calls in ${endpoint.rate.perSeconds} s by ${endpoint.rate.by}. Roles: ${endpoint.roles.join(', ')}.`,
    parameters: parametersOf(endpoint, input, method === 'get'),
    ...requestBodyOf(endpoint, input, inBody),
    // An empty requirement beside the token: visitors may call it too.
    security: endpoint.roles.includes('visitor') ? [{}, { token: [] }] : [{ token: [] }],
    responses: {
      200: {
        description: 'The answer, or a refusal with its code',
        content: json({ oneOf: [envelopeOf(schemaOf(endpoint.answer, 'output')), ref('schemas', 'Refusal')] }),
      },
      ...Object.fromEntries(Object.keys(REFUSED).map((status) => [status, ref('responses', `Refused${status}`)])),
    },
  };
}

function requestBodyOf(endpoint: Endpoint, input: JsonObject, inBody: boolean): JsonObject {
  if (endpoint.body === 'multipart') {
    const texts = isObject(input.properties) ? input.properties : {};
    const properties = { ...texts, [UPLOAD_FIELD]: { type: 'string', format: 'binary' } };
    const schema = { type: 'object', required: [UPLOAD_FIELD], properties };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!inBody) return {};
  return { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: input }, ...json(input) } } };
}

const text = (name: string, place: 'path' | 'query', description: string): JsonObject => ({
  ...{ name, in: place, required: true, description, schema: { type: 'string' } },
});

/** A private file by its link: the only answer that is no envelope, unless it is refused. */
const fileOperation: JsonObject = {
  operationId: 'file',
  summary: 'A private image, by a link that another endpoint answered with; good for five minutes and one viewer',
  parameters: [
    text('id', 'path', 'The file'),
    text('e', 'query', 'Until when the link is good, UTC ms'),
    text('s', 'query', 'For whom it was made, and the proof'),
  ],
  // The link itself is the right to it.
  security: [{}],
  responses: {
    200: {
      description: 'The image, or a refusal with its code',
      content: { 'image/jpeg': { schema: { type: 'string', format: 'binary' } }, ...json(ref('schemas', 'Refusal')) },
    },
    429: ref('responses', 'Refused429'),
    500: ref('responses', 'Refused500'),
    503: ref('responses', 'Refused503'),
  },
};

/** As an endpoint's, but that a good answer is the text itself. */
function sheetOperation(name: string, sheet: Endpoint): JsonObject {
  const { responses, ...rest } = operationOf(name, sheet, 'get');
  const good = {
    description: 'The table, or a refusal with its code',
    content: { 'text/csv': { schema: { type: 'string' } }, ...json(ref('schemas', 'Refusal')) },
  };
  return { ...rest, responses: { ...(isObject(responses) ? responses : {}), 200: good } };
}

/** What each status means; an endpoint that was found never answers with 404. */
const REFUSED: Readonly<Record<Exclude<RefusalStatus, 404>, string>> = {
  400: 'The body cannot be read',
  413: 'The body is larger than 64 KB (an agreement’s and a setting’s 256 KB), or a file than 10 MB',
  429: 'Too many calls',
  500: 'A defect on our side',
  503: 'The service cannot answer now',
};

/** The document of one table; `servers` is the port that it is served on itself. */
export function openApiDocument(table: EndpointTable): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of endpointsOf(table)) {
    const operations = methodsOf(endpoint).map((method) => {
      const lower = method === 'GET' ? 'get' : 'post';
      return [lower, operationOf(name, endpoint, lower)] as const;
    });
    paths[endpoint.path] = { ...paths[endpoint.path], ...Object.fromEntries(operations) };
  }
  if (table.files !== undefined) paths[table.files] = { get: fileOperation };
  for (const [name, sheet] of Object.entries(table.sheets ?? {}))
    paths[sheet.path] = { get: sheetOperation(name, sheet) };
  return {
    openapi: '3.1.0',
    info: {
      title: table.name,
      version: '3',
      description: 'Every answer is an envelope; code 1 is success, 999 asks for a sign-in.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...definitionsOf(table), Refusal: refusal },
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
        Object.entries(REFUSED).map(([status, description]) => [
          `Refused${status}`,
          { description, content: json(ref('schemas', 'Refusal')) },
        ]),
      ),
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } },
    },
  };
}

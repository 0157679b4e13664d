// What a request says: its language, its idempotency key, and the fields of path, query and body.

import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@fairtick/contract/endpoint';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { type LanguageKey, languageKey } from '@fairtick/contract/languages';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { FastifyRequest } from 'fastify';
import { emptyFields, type Fields, type InputFault, readBody, readQuery } from './input.ts';

/** A body as it came, waiting to be read as the endpoint's input. */
export interface RawBody {
  readonly type: 'json' | 'form';
  readonly bytes: Uint8Array;
}

export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

export const languageOfRequest = (request: FastifyRequest): LanguageKey => languageKey(headerOf(request, 'lang'));

const KEY = /^[\x21-\x7e]{1,128}$/;

/** undefined where the client's key can't be one. Without one each call is its own: a fresh key nobody can repeat. */
export function requestKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (!endpoint.changesState) return '';
  const key = headerOf(request, 'idempotency-key');
  if (key === undefined) return `fresh:${randomUUID()}`;
  return KEY.test(key) ? key : undefined;
}

/** `pathNames`: the fields that are pieces of the endpoint's path. */
export function fieldsOf(
  endpoint: Endpoint,
  pathNames: readonly string[],
  request: FastifyRequest,
): Result<Fields, Refusal> {
  const fields = emptyFields();
  const query = rawQuery(request);
  const read = query === '' ? ok(undefined) : readQuery(query, fields);
  if (!read.ok) return err(faultRefusal(read.error, endpoint));
  const { body } = request;
  if (isRawBody(body)) {
    const added = readBody(body.type, body.bytes, fields);
    if (!added.ok) return err(faultRefusal(added.error, endpoint));
  }
  for (const name of pathNames) {
    if (Object.hasOwn(fields, name)) return err(refuse('INPUT_INVALID', { field: name }));
    fields[name] = pathValue(request.params, name);
  }
  return ok(fields);
}

function pathValue(params: unknown, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' && !value.includes('\0') ? value : '';
}

const faultRefusal = (fault: InputFault, endpoint: Endpoint): Refusal => {
  if (fault.malformed) return refuse('BODY_MALFORMED');
  // Only names that we know are repeated in a sentence.
  return Object.hasOwn(endpoint.input.shape, fault.field)
    ? refuse('INPUT_INVALID', { field: fault.field })
    : refuse('INPUT_INVALID');
};

function rawQuery(request: FastifyRequest): string {
  const { query } = request;
  return typeof query === 'object' && query !== null && 'raw' in query && typeof query.raw === 'string'
    ? query.raw
    : '';
}

const isRawBody = (body: unknown): body is RawBody =>
  typeof body === 'object' && body !== null && 'bytes' in body && body.bytes instanceof Uint8Array && 'type' in body;

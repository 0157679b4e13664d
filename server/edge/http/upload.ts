// A file that comes with a call: read into memory, never onto a disk, and only after its sender was admitted.

import { MAX_UPLOAD_BYTES, UPLOAD_FIELD } from '@fairtick/contract/endpoint';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok, type Result } from '@fairtick/kernel/result';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload } from '../../platform/endpoints.ts';
import { addField, type Fields } from './input.ts';

/** What may lie in memory at once is so many times 10 MB. */
const MAX_AT_ONCE = 16;
const MAX_AT_ONCE_EACH = 2;
const MAX_TEXTS = 8;
const MAX_TEXT_BYTES = 1_024;
const MAX_NAME = 100;

/** Only endpoints served in this scope read files. */
export async function takesUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files: 1,
      fields: MAX_TEXTS,
      parts: MAX_TEXTS + 1,
      fieldSize: MAX_TEXT_BYTES,
      fieldNameSize: MAX_NAME,
      headerPairs: 20,
    },
  });
}

export interface Received {
  readonly upload: Upload;
  readonly fields: Fields;
}

const TOO_LARGE = refuse('UPLOAD_TOO_LARGE', { max: `${MAX_UPLOAD_BYTES / 1_048_576} MB` });

/** The places in memory, shared by all who send files. */
export class Uploads {
  readonly #bySender = new Map<string | bigint, number>();
  #count = 0;

  /** Takes a place for one file of the sender's; what is answered gives it back, and is to be called once. undefined where none is free. */
  take(sender: string | bigint): (() => void) | undefined {
    const own = this.#bySender.get(sender) ?? 0;
    if (this.#count >= MAX_AT_ONCE || own >= MAX_AT_ONCE_EACH) return undefined;
    this.#bySender.set(sender, own + 1);
    this.#count += 1;
    return () => {
      this.#count -= 1;
      const left = (this.#bySender.get(sender) ?? 1) - 1;
      if (left === 0) this.#bySender.delete(sender);
      else this.#bySender.set(sender, left);
    };
  }
}

/** The file of a request and the texts beside it. Takes memory: a place is taken before. */
export async function readUpload(request: FastifyRequest, fields: Fields): Promise<Result<Received, Refusal>> {
  if (!request.isMultipart()) return err(refuse('BODY_MALFORMED'));
  let upload: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== UPLOAD_FIELD) return err(refuse('BODY_MALFORMED'));
        upload = await uploadOf(part);
      } else {
        const { value, valueTruncated, fieldnameTruncated, fieldname } = part;
        if (typeof value !== 'string' || valueTruncated || fieldnameTruncated) return err(refuse('BODY_MALFORMED'));
        if (!addField(fields, fieldname, value).ok) return err(refuse('BODY_MALFORMED'));
      }
    }
  } catch (error) {
    return err(refusalOf(error));
  }
  return upload ? ok({ upload, fields }) : err(refuse('VALUE_MISSING', { field: UPLOAD_FIELD }));
}

const uploadOf = async (part: MultipartFile): Promise<Upload> => ({
  bytes: await part.toBuffer(),
  type: part.mimetype.slice(0, MAX_NAME),
  name: part.filename.slice(0, MAX_NAME),
});

/** Whatever else goes wrong while a body is read is the body's: it broke off, or is no multipart. */
function refusalOf(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'FST_REQ_FILE_TOO_LARGE' ? TOO_LARGE : refuse('BODY_MALFORMED');
}

// One JSON-RPC server of a chain, asked over HTTP. Its address comes from the operator's environment alone; what it answers is believed as far as it has
// the shape that was asked for, and no further.

import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';

/** `silent`: no answer in time, or none at all. `wrong`: one that is too large, of another shape, or an error of its own. */
export type RpcFault = 'silent' | 'wrong';

/** A block's largest receipts are below a megabyte. */
const ANSWER_LIMIT_BYTES = 4_000_000;

interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
  readonly signal: AbortSignal;
}

const envelope = z.object({ jsonrpc: z.literal('2.0'), id: z.literal(1), result: z.unknown() });

export class JsonRpc {
  readonly #url: string;

  /** `url` may hold a key: never log it. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Never throws. `signal` ends it, which is silence. */
  async call<T>({ method, params = [], signal }: RpcCall, result: z.ZodType<T>): Promise<Result<T, RpcFault>> {
    const text = await this.#ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), signal);
    if (!text.ok) return text;
    const answer = envelope.safeParse(readJson(text.value));
    if (!answer.success) return err('wrong');
    const read = result.safeParse(answer.data.result);
    return read.success ? ok(read.data) : err('wrong');
  }

  async #ask(body: string, signal: AbortSignal): Promise<Result<string, RpcFault>> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        // The server is at this address and at no other.
        redirect: 'error',
        signal,
      });
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return err('silent');
      }
      return await readLimited(response.body);
    } catch {
      return err('silent');
    }
  }
}

/** Counted after it was unpacked: a small answer may hide a large one. */
async function readLimited(body: ReadableStream<Uint8Array>): Promise<Result<string, RpcFault>> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (bytes > ANSWER_LIMIT_BYTES) return err('wrong');
    text += decoder.decode(chunk, { stream: true });
  }
  return ok(text + decoder.decode());
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

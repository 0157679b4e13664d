// Messages as bytes on the wire (RFC 6455 §5.2): a whole unmasked text frame each, so that one buffer serves any number of clients.

import type { SocketAnswer } from '@fairtick/contract/socket/messages';

const TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

export function frame(message: unknown): Buffer {
  const text = JSON.stringify(message);
  const length = Buffer.byteLength(text);
  const header = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(header + length);
  bytes[0] = TEXT;
  if (header === 2) bytes[1] = length;
  else if (header === 4) {
    bytes[1] = LENGTH_16;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = LENGTH_64;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(text, header);
  return bytes;
}

export const answerFrame = (answer: SocketAnswer): Buffer => frame(answer);
export const topicFrame = (type: string, data: unknown): Buffer => frame({ type, data });

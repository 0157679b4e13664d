// Frames are what RFC 6455 says, for each of its three ways to write a length.

import { expect, test } from 'vitest';
import { frame, topicFrame } from './frames.ts';

test.each([
  [0, 2],
  [50, 2],
  [200, 4],
  [65_000, 4],
  [70_000, 10],
])('a text of about %i bytes has a header of %i', (length, header) => {
  const message = { text: 'é'.repeat(length / 2) };
  const bytes = frame(message);
  const text = Buffer.from(JSON.stringify(message));
  expect(bytes.length).toBe(header + text.length);
  expect(bytes[0]).toBe(0x81);
  const short = bytes.readUInt8(1);
  const written = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  expect(written).toBe(text.length);
  expect(bytes.subarray(header)).toEqual(text);
});

test('a topic message has type and data', () => {
  expect(topicFrame('BALANCE', []).subarray(2).toString()).toBe('{"type":"BALANCE","data":[]}');
});

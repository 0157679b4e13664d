// What becomes of images: accounts.md §8. The hostile ones are made here, byte by byte where no decent program would make them.

import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { runAlone } from '@fairtick/server/images/child';
import { Decoder } from '@fairtick/server/images/decoder';
import { formatOf } from '@fairtick/server/images/formats';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

const decoder = new Decoder(systemClock);
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' }, limitInputPixels: false });
const jpeg = await plain(120, 80).jpeg().toBuffer();
const png = await plain(120, 80).png().toBuffer();
const webp = await plain(120, 80).webp().toBuffer();

async function outcome(bytes: Uint8Array): Promise<string> {
  const decoded = await decoder.decode(bytes);
  return decoded.ok ? `${decoded.value.width}x${decoded.value.height}` : decoded.error.error;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, tail]);
}

/** A PNG of grey that says these sides and holds so many rows. */
function pngOf(width: number, height: number, rows: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(rows * (width + 1)));
  const start = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

describe('what is taken', () => {
  test.each([
    ['jpeg', jpeg],
    ['png', png],
    ['webp', webp],
  ] as const)('a %s becomes a JPEG of ours', async (format, bytes) => {
    expect(formatOf(bytes)).toBe(format);
    const decoded = await decoder.decode(bytes);
    expect(decoded).toMatchObject({ ok: true, value: { width: 120, height: 80 } });
    if (decoded.ok) expect(formatOf(decoded.value.bytes)).toBe('jpeg');
  });

  test('10,485,760 bytes are taken, one more is not', async () => {
    // Zeros behind a picture are nothing, so that its length can be chosen.
    const padded = (length: number): Buffer => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)]);
    expect(await outcome(padded(10_485_760))).toBe('120x80');
    expect(await outcome(padded(10_485_761))).toBe('UPLOAD_TOO_LARGE');
  });

  test('40,000,000 pixels are taken and fitted into 2,400, 8,000 more are not', async () => {
    expect(await outcome(pngOf(8_000, 5_000, 5_000))).toBe('2400x1500');
    expect(await outcome(pngOf(8_000, 5_001, 5_001))).toBe('UPLOAD_PIXELS');
  });

  test('what its camera wrote beside the picture is gone, and the picture stands upright', async () => {
    const shot = await plain(120, 80)
      .withExif({
        IFD0: { Artist: 'CANARY-ARTIST' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 16/1 40/1', GPSAreaInformation: 'CANARY-PLACE' },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><CANARY-XMP/></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect((await sharp(shot).metadata()).orientation).toBe(6);
    for (const canary of ['CANARY-XMP', 'Exif']) expect(shot.includes(canary)).toBe(true);
    const decoded = await decoder.decode(shot);
    expect(decoded).toMatchObject({ ok: true, value: { width: 80, height: 120 } });
    if (!decoded.ok) return;
    const left = await sharp(decoded.value.bytes).metadata();
    expect([left.exif, left.xmp, left.iptc, left.icc, left.orientation]).toEqual(Array(5).fill(undefined));
    for (const canary of ['CANARY', 'Exif', 'GPS'])
      expect(Buffer.from(decoded.value.bytes).includes(canary)).toBe(false);
  });

  test('a script in a comment of the picture does not survive', async () => {
    const comment = Buffer.from('<script>alert(1)</script>PK\u0003\u0004', 'latin1');
    const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    const decoded = await decoder.decode(Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]));
    expect(decoded.ok && Buffer.from(decoded.value.bytes).includes('script')).toBe(false);
    expect(decoded.ok).toBe(true);
  });
});

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64');
const script = Buffer.from('<script>alert(document.domain)</script>');
const riff = (bytes: Buffer): Buffer => {
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
  head.writeUInt32LE(bytes.length + 8, 4);
  return Buffer.concat([head, bytes]);
};

describe('what is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'UPLOAD_TYPE'],
    ['eleven bytes', jpeg.subarray(0, 11), 'UPLOAD_TYPE'],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'UPLOAD_TYPE'],
    [
      'svg that names a file',
      Buffer.from('<?xml version="1.0"?><svg><image href="/etc/passwd"/></svg>'),
      'UPLOAD_TYPE',
    ],
    ['gif', gif, 'UPLOAD_TYPE'],
    ['pdf', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n'), 'UPLOAD_TYPE'],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>'), 'UPLOAD_TYPE'],
    ['tiff', Buffer.from('49492a00080000000000', 'hex'), 'UPLOAD_TYPE'],
    ['heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'UPLOAD_TYPE'],
    ['a pdf with a picture in it', Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]), 'UPLOAD_TYPE'],
    ['a picture with an archive behind it', Buffer.concat([jpeg, zip]), 'UPLOAD_DAMAGED'],
    ['a picture with a script behind it', Buffer.concat([png, script]), 'UPLOAD_DAMAGED'],
    ['a webp with a script behind it', Buffer.concat([webp, script]), 'UPLOAD_DAMAGED'],
    ['a truncated jpeg', jpeg.subarray(0, jpeg.length - 200), 'UPLOAD_DAMAGED'],
    ['a jpeg cut and closed again', Buffer.concat([jpeg.subarray(0, -200), jpeg.subarray(-2)]), 'UPLOAD_DAMAGED'],
    ['a truncated png', png.subarray(0, -20), 'UPLOAD_DAMAGED'],
    ['a png that says more rows than it has', pngOf(4_000, 4_000, 10), 'UPLOAD_DAMAGED'],
    ['a zip bomb: 64 megapixels in some kilobytes', pngOf(8_000, 8_000, 8_000), 'UPLOAD_PIXELS'],
    ['a png of 2^31 by 2^31', pngOf(0x7fff_ffff, 0x7fff_ffff, 0), 'UPLOAD_DAMAGED'],
    ['svg in the clothes of a webp', riff(Buffer.from('<svg/>')), 'UPLOAD_DAMAGED'],
    [
      'a jpeg’s first and last bytes around noise',
      Buffer.concat([jpeg.subarray(0, 20), zip, jpeg.subarray(-2)]),
      'UPLOAD_DAMAGED',
    ],
  ])('%s', async (_, bytes, refused) => {
    expect(await outcome(bytes)).toBe(refused);
  });

  test('a picture with a changed byte is a picture or is refused, and the decoder goes on', async () => {
    const answers = new Set<string>();
    for (let at = 0; at < jpeg.length; at += 61) {
      const changed = Buffer.from(jpeg);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      answers.add(await outcome(changed));
    }
    expect([...answers].every((one) => /^\d+x\d+$|^UPLOAD_(DAMAGED|TYPE|PIXELS)$/.test(one))).toBe(true);
    expect(await outcome(jpeg)).toBe('120x80');
  });
});

describe('the process', () => {
  test('that can’t do its work is a damaged upload, and the next image is decoded', async () => {
    const missing = new Decoder(systemClock, (bytes, format) =>
      runAlone(systemClock, bytes, format, '/no-such-script.ts'),
    );
    expect(await missing.decode(jpeg)).toMatchObject({ error: { error: 'UPLOAD_DAMAGED' } });
    expect(await outcome(jpeg)).toBe('120x80');
  });

  test('reads nothing but its own code, writes, starts and inherits nothing, and is not root', async () => {
    const probe = fileURLToPath(new URL('./probe/probing-process.ts', import.meta.url));
    const said = await runAlone(systemClock, jpeg, 'jpeg', probe);
    const { uid, ...found }: { uid?: number } = JSON.parse(String(said));
    expect(found).toEqual({ could: [], env: [] });
    expect(uid).not.toBe(0);
  });

  test('is killed when it takes too long', async () => {
    const clock = new ManualClock(0);
    const slow = new Decoder(clock).decode(jpeg);
    // It was started with the first turn of the loop, and needs longer for its own start than we for this.
    await new Promise((resume) => setImmediate(resume));
    clock.advance(60_000);
    expect(await slow).toMatchObject({ error: { error: 'UPLOAD_DAMAGED' } });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no header', jpeg],
    ['a header that lies', Buffer.concat([Buffer.from('{"width":99999,"height":1}\n'), jpeg])],
    ['more than was asked', Buffer.concat([Buffer.from('{"width":1,"height":1,"owner":7}\n'), jpeg])],
    ['a script for a picture', Buffer.from('{"width":1,"height":1}\n<script>')],
    ['a code that it can’t give', Buffer.from('{"refused":"INTERNAL"}\n')],
  ])('is not believed when it says %s', async (_, said) => {
    const lying = new Decoder(systemClock, async () => said);
    expect(await lying.decode(jpeg)).toMatchObject({ error: { error: 'UPLOAD_DAMAGED' } });
  });

  test('has one image at a time, twenty wait, and the next is told to come again', async () => {
    let [running, most] = [0, 0];
    const finish: (() => void)[] = [];
    const busy = new Decoder(systemClock, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
      return Buffer.concat([Buffer.from('{"width":1,"height":1}\n'), jpeg]);
    });
    const finishAll = async (count: number): Promise<void> => {
      while (finish.length < count || running > 0) {
        finish.at(-1)?.();
        await new Promise((resume) => setImmediate(resume));
      }
    };
    const sent = Array.from({ length: 21 }, () => busy.decode(jpeg));
    expect(await busy.decode(jpeg)).toMatchObject({ error: { error: 'UPLOADS_BUSY' } });
    await finishAll(21);
    expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(1);
    const later = busy.decode(jpeg);
    await finishAll(22);
    expect(await later).toMatchObject({ ok: true });
  });
});

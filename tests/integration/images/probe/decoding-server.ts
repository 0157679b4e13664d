// What a server has loaded once an image was decoded for it. A process of its own: files of tests share what they load.

import { systemClock } from '@fairtick/kernel/clock';
import { Decoder } from '@fairtick/server/images/decoder';
import { pngOf } from '../../../harness/picture.ts';

const decoded = await new Decoder(systemClock).decode(pngOf(8, 8));
const report = JSON.stringify(process.report.getReport());
process.stdout.write(JSON.stringify({ decoded: decoded.ok, library: /libvips|sharp-/.test(report) }));

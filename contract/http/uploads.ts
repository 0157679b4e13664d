// Images that users send, before they are used for something.

import { z } from 'zod';
import { nothing } from '../fields.ts';
import { changes } from './drafts.ts';

export const uploadEndpoints = {
  image_upload: changes({
    method: 'POST',
    path: '/api/common/image_upload',
    summary: 'Send an image (JPEG, PNG or WebP). Its link is what a later call names it by, once and within 24 hours',
    whileClosing: 'passes',
    input: nothing,
    answer: z.object({ url: z.string() }),
    roles: ['real'],
    rate: { max: 30, perSeconds: 3600, by: 'user' },
    body: 'multipart',
  }),
};

// The users' endpoint that takes images. It belongs to no domain: what an image is for is said by the call that uses it.

import type { uploadEndpoints } from '@fairtick/contract/http/uploads';
import { ok } from '@fairtick/kernel/result';
import { type Handlers, uploadOf, userOf } from '../platform/endpoints.ts';
import type { Files } from '../platform/files/files.ts';
import type { Decoder } from './decoder.ts';

export interface ImageRouteOptions {
  readonly decoder: Decoder;
  readonly files: Files;
}

export function imageRoutes({ decoder, files }: ImageRouteOptions): Handlers<keyof typeof uploadEndpoints> {
  return {
    image_upload: async (_, context) => {
      const { userId } = userOf(context);
      const image = await decoder.decode(uploadOf(context).bytes);
      if (!image.ok) return image;
      const id = await files.keep({ ownerId: userId, kind: 'image', ...image.value });
      return id.ok ? ok({ url: files.links.link(id.value, { kind: 'user', id: userId }) }) : id;
    },
  };
}

// The endpoints by which people leave, and by which they have a copy of all that is theirs.

import { ok } from '@fairtick/kernel/result';
import { type Handlers, userOf } from '../../platform/endpoints.ts';
import { type ExportOptions, ExportService } from './export.ts';
import { type LeavingOptions, LeavingService } from './leaving.ts';

export function leavingRoutes(options: LeavingOptions): Handlers<'delete_begin' | 'delete_confirm'> {
  const service = new LeavingService(options);
  return {
    delete_begin: async (_, context) => ok(await service.begin(userOf(context))),
    delete_confirm: (input, context) => service.confirm({ endpoint: 'delete_confirm', input, context }, input.ticket),
  };
}

export function exportRoutes(options: ExportOptions): Handlers<'export_begin' | 'export' | 'export_link'> {
  const service = new ExportService(options);
  return {
    export_begin: (_, context) => service.begin(context),
    export: async (_, context) => ok(await service.state(context)),
    export_link: async (_, context) => ok(await service.link(context)),
  };
}

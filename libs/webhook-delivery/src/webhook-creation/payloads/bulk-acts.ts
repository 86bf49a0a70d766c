import { embedded } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `bulk_act` (webhooks, section 4). */
export const bulkActPayloads: PayloadsOf<'bulk_act'> = {
  'bulk_act.completed': embedded('bulk_act'),
};

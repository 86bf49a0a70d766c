import { triggeredAlert } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `alert` (webhooks, section 4). */
export const alertPayloads: PayloadsOf<'alert'> = {
  'alert.triggered': triggeredAlert,
};

import { embedded } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `email` (webhooks, section 4). */
export const emailPayloads: PayloadsOf<'email'> = {
  'email.refused': embedded('email'),
};

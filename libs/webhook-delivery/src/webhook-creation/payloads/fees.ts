import { readFeeWebhookResource } from '@tollgate/invoicing/reader';
import { resource } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `fee` (webhooks, section 4). */
export const feePayloads: PayloadsOf<'fee'> = {
  'fee.tax_provider_error': {
    idOf: ({ fee_id }) => fee_id,
    load: (_transaction, { fee_id: _, charge_id, ...refusal }) =>
      Promise.resolve({ svc_charge_id: charge_id, ...refusal }),
  },
  'fee.created': resource('fee_id', readFeeWebhookResource),
};

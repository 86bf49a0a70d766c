import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `payment_provider` (webhooks, section 4). */
export const paymentProviderPayloads: PayloadsOf<'payment_provider'> = {
  'payment_provider.error': {
    idOf: ({ payment_provider_id }) => payment_provider_id,
    load: (_transaction, { payment_provider_error }) => Promise.resolve(payment_provider_error),
  },
};

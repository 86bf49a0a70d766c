import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `integration` (webhooks, section 4). */
export const integrationPayloads: PayloadsOf<'integration'> = {
  'integration.provider_error': {
    idOf: ({ integration_id }) => integration_id,
    load: (_transaction, { integration_id, ...refusal }) =>
      Promise.resolve({ svc_integration_id: integration_id, ...refusal }),
  },
};

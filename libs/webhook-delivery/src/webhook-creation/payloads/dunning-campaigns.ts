import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `dunning_campaign` (webhooks, section 4). */
export const dunningCampaignPayloads: PayloadsOf<'dunning_campaign'> = {
  'dunning_campaign.finished': {
    idOf: ({ customer_id }) => customer_id,
    load: (_transaction, { customer_id: _, ...finished }) =>
      Promise.resolve({
        ...finished,
        customer_external_id: finished.external_customer_id,
      }),
  },
};

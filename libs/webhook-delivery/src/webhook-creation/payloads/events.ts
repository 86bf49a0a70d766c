import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about events that do not count (webhooks, section 4). */
export const eventPayloads: PayloadsOf<'event' | 'events'> = {
  'event.error': {
    idOf: ({ event_id }) => event_id,
    load: (_transaction, { errors, event }) =>
      Promise.resolve({
        status: 422,
        error: 'Unprocessable entity',
        message: JSON.stringify(errors),
        event,
      }),
  },
  'events.errors': {
    idOf: ({ check_id }) => check_id,
    load: (_transaction, { check_id: _, ...errors }) => Promise.resolve({ missing_group_key: null, ...errors }),
  },
};

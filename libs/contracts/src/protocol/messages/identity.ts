import { z } from 'zod';
import { BulkAct } from '../../resources/bulk-acts.js';
import { toWebhooks, type MessageContract } from '../message-contract.js';

/** The messages that identity publishes, by type. */
export const identityMessages = {
  /** An act on many records has ended: it is complete, or it stopped. */
  'bulk_act.completed': {
    producer: 'identity',
    consumers: toWebhooks,
    payload: z.object({ bulk_act_id: z.uuid(), bulk_act: BulkAct }),
  },
} as const satisfies Record<string, MessageContract>;

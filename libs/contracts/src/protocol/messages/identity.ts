import { z } from 'zod';
import { OperatorEntry } from '../../resources/operator-fields.js';
import { BulkAct } from '../../resources/bulk-acts.js';
import { toWebhooks, type MessageContract } from '../message-contract.js';

const ShownEntry = z.object({ entry_id: z.uuid(), entry: OperatorEntry });
const ShownSuspension = z.object({ suspension: z.object({ svc_id: z.uuid(), reason: z.string() }) });

/** The messages that identity publishes, by type. */
export const identityMessages = {
  /** An act on many records has ended: it is complete, or it stopped. */
  'bulk_act.completed': {
    producer: 'identity',
    consumers: toWebhooks,
    payload: z.object({ bulk_act_id: z.uuid(), bulk_act: BulkAct }),
  },
  /** For the activity log: an operator of the installation entered or left the organization. */
  'operator.entered': { producer: 'identity', consumers: toWebhooks, payload: ShownEntry },
  'operator.left': { producer: 'identity', consumers: toWebhooks, payload: ShownEntry },
  /** For the activity log: an operator suspended or reinstated the organization. */
  'operator.suspended': { producer: 'identity', consumers: toWebhooks, payload: ShownSuspension },
  'operator.reinstated': { producer: 'identity', consumers: toWebhooks, payload: ShownSuspension },
} as const satisfies Record<string, MessageContract>;

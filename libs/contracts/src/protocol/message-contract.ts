import type { z } from 'zod';
import type { ServiceName } from '../services.js';

/**
 * Messages between services. Each is written to the producer's outbox in the transaction of the change that it is about,
 * delivered at least once to every consumer in the order of its key, and handled exactly once (inbox).
 */
export interface MessageContract {
  producer: ServiceName;
  consumers: readonly ServiceName[];
  payload: z.ZodObject;
}

export const toWebhooks = ['webhook-delivery'] as const;

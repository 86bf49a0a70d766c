import type { z } from 'zod';
import type { ServiceName } from '../services.js';

/**
 * Messages between services. The producer writes each to its outbox in the transaction of the change. Every consumer
 * receives it at least once, in the order of its key, and handles it exactly once (inbox).
 */
export interface MessageContract {
  producer: ServiceName;
  consumers: readonly ServiceName[];
  payload: z.ZodObject;
}

export const toWebhooks = ['webhook-delivery'] as const;

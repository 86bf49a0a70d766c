import type { z } from 'zod';
import type { ServiceName } from '../services.js';

/** A command: its owner, its request and its answer. */
export interface CommandContract {
  owner: ServiceName | 'every';
  /** It changes data, once per idempotency key. */
  changes?: true;
  request: z.ZodObject;
  answer: z.ZodObject;
}

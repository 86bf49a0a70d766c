import type { z } from 'zod';
import type { ServiceName } from '../services.js';

/** A command: who answers it, with what. */
export interface CommandContract {
  owner: ServiceName | 'every';
  /** It changes data, once per idempotency key. */
  changes?: true;
  request: z.ZodObject;
  answer: z.ZodObject;
}

import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';

/** A webhook endpoint that gets no attempts for a while, since its receiver left some hanging, as operators see it. */
export const PausedEndpoint = z.object({
  svc_id: z.uuid(),
  organization_id: z.uuid(),
  webhook_url: z.string(),
  /** Why, for operators only. */
  reason: z.string().nullable(),
  /** Attempts in a row that were left hanging. */
  hung_attempts: z.int(),
  /** When it is tried again by itself. */
  paused_until: timestamp(),
});
export type PausedEndpoint = z.infer<typeof PausedEndpoint>;

/** `GET /admin/paused_webhook_endpoints` */
export const PausedEndpointsQuery = query({ ...pagination });
export type PausedEndpointsQuery = QueryInput<typeof PausedEndpointsQuery>;

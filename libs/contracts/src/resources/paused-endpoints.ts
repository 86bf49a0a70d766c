import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';

/** A webhook endpoint without attempts for a while, because its receiver left some hanging, as operators see it. */
export const PausedEndpoint = z.object({
  svc_id: z.uuid(),
  organization_id: z.uuid(),
  webhook_url: z.string(),
  /** Why, for operators only. */
  reason: z.string().nullable(),
  /** Consecutive attempts that the receiver left hanging. */
  hung_attempts: z.int(),
  /** Time of its automatic retry. */
  paused_until: timestamp(),
});
export type PausedEndpoint = z.infer<typeof PausedEndpoint>;

/** `GET /admin/paused_webhook_endpoints` */
export const PausedEndpointsQuery = query({ ...pagination });
export type PausedEndpointsQuery = QueryInput<typeof PausedEndpointsQuery>;

import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { described, shape, svcId } from '../http/texts.js';

/** A refused record of a source, or one of its events (metering, section 2.8). */
export const EventSourceRefusal = shape('A record of an event source, or one of its events, that was refused', {
  svc_id: svcId(),
  record: described(z.string().nullable(), 'Identifier of the record; null without one', 'chatcmpl-123'),
  place: described(
    z.string().nullable(),
    'Topic, partition and offset of the message; null for records of calls',
    'usage/0/1024',
  ),
  rule: described(z.string().nullable(), 'Code of the rule; null for a record that cannot be read', 'llm_input_tokens'),
  errors: described(z.record(z.string(), z.array(z.string())), 'Codes by field', 'timestamp=invalid_date'),
  refused_at: described(timestamp(), 'When the record was refused', '2026-03-01T12:00:00Z'),
});
export type EventSourceRefusal = z.infer<typeof EventSourceRefusal>;

export const EventSourceRefusalFilters = query({ ...pagination });
export type EventSourceRefusalFilters = QueryInput<typeof EventSourceRefusalFilters>;

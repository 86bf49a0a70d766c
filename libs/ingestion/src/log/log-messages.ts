import type { AcceptedEvent } from '../accepted-events/accepted-event.js';

/** An event as the log holds it. */
export interface LogMessage {
  key: string;
  value: string;
}

// What a record adds to its key and value at most.
const overhead = 64;
/**
 * Bytes of one send; an event alone is far smaller, its size is bounded. All of it may go to one partition, as one batch of records, and brokers take batches of up to 1 MiB unless they are
 * told otherwise.
 */
export const largestSend = 700 * 1024;

/** Events of one subscription go into one partition, so that they keep their order. */
export const messageOf = (event: AcceptedEvent): LogMessage => ({
  key: `${event.organization_id}/${event.external_subscription_id}`,
  value: JSON.stringify(event),
});

export const sizeOfMessage = ({ key, value }: LogMessage): number =>
  Buffer.byteLength(key) + Buffer.byteLength(value) + overhead;

import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';

/** An event as a message of the log. */
export interface LogMessage {
  key: string;
  value: string;
}

// Upper bound of the overhead of a record beyond its key and value.
const overhead = 64;
/**
 * Bytes of one send; a single event is far smaller, as its size is bounded. One partition may receive all of it as one
 * batch of records. Brokers accept batches of up to 1 MiB by default.
 */
export const largestSend = 700 * 1024;

/** All events of a subscription share a partition, which preserves their order. */
export const messageOf = (event: AcceptedEvent): LogMessage => ({
  key: `${event.organization_id}/${event.external_subscription_id}`,
  value: JSON.stringify(event),
});

export const sizeOfMessage = ({ key, value }: LogMessage): number =>
  Buffer.byteLength(key) + Buffer.byteLength(value) + overhead;

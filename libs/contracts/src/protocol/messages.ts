import type { z } from 'zod';
import type { ServiceName } from '../services.js';
import type { Actor } from './actors.js';
import { logMessages } from './log-messages.js';
import type { MessageContract } from './message-contract.js';
import { catalogMessages } from './messages/catalog.js';
import { documentMessages } from './messages/document.js';
import { identityMessages } from './messages/identity.js';
import { ingestionMessages } from './messages/ingestion.js';
import { invoicingMessages } from './messages/invoicing.js';
import { paymentMessages } from './messages/payment.js';
import { subscriptionMessages } from './messages/subscription.js';
import { walletMessages } from './messages/wallet.js';
import { webhookDeliveryMessages } from './messages/webhook-delivery.js';

/** Every message between services, by its type. */
export const messages = {
  ...logMessages,
  ...identityMessages,
  ...catalogMessages,
  ...subscriptionMessages,
  ...invoicingMessages,
  ...walletMessages,
  ...paymentMessages,
  ...ingestionMessages,
  ...documentMessages,
  ...webhookDeliveryMessages,
} as const satisfies Record<string, MessageContract>;

export type MessageType = keyof typeof messages;
export type MessagePayload<T extends MessageType> = z.infer<(typeof messages)[T]['payload']>;

/** The message on the wire: the payload with tenant, type and time. Times are ISO 8601 in UTC. */
export interface Message<T extends MessageType = MessageType> {
  id: string;
  type: T;
  organization_id: string;
  /** Messages of one key arrive in the order of writing. */
  key: string;
  occurred_at: string;
  request_id: string | null;
  /** Absent without a caller. */
  actor?: Actor;
  /** The W3C trace context of its writer; absent without tracing. Kafka carries it as a header. */
  traceparent?: string;
  payload: MessagePayload<T>;
}

/** The Kafka topic that carries a service's messages. */
export const topicOf = (producer: ServiceName): string => `tollgate.${producer}`;

/** The Kafka topic of events as received, keyed by organization and subscription. */
export const rawEventsTopic = 'usage.events.raw';

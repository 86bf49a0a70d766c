import {
  messages,
  webhookTypes,
  type Message,
  type MessagePayload,
  type MessageType,
  type WebhookType,
} from '@tollgate/contracts';
import type { PayloadSource } from './payload-source.js';

/** Messages whose webhook has another name: several services publish the same event. */
const otherNames = { 'wallet.alert_triggered': 'alert.triggered' } as const satisfies Partial<
  Record<MessageType, WebhookType>
>;

/** An internal message with a webhook, mostly of the same name. */
export type WebhookSourceType = (MessageType & WebhookType) | keyof typeof otherNames;
/** Selects the webhook type of a message. */
export const webhookTypeOf = (type: WebhookSourceType): WebhookType =>
  type in otherNames ? otherNames[type as keyof typeof otherNames] : (type as WebhookType);
export type WebhookSourceMessage = Message<WebhookSourceType>;

const isHandledHere = (type: MessageType) =>
  (messages[type].consumers as readonly string[]).includes('webhook-delivery');

/** All message types with a webhook. */
export const webhookSourceTypes = (Object.keys(messages) as MessageType[]).filter(
  (type): type is WebhookSourceType => isHandledHere(type) && (type in webhookTypes || type in otherNames),
);

/** The sources of all messages about one object, such as `invoice` for `invoice.created`: none may be missing. */
export type PayloadsOf<Name extends string> = {
  [T in Extract<WebhookSourceType, `${Name}.${string}`>]: PayloadSource<MessagePayload<T>>;
};

import { messages, type Message, type MessagePayload, type MessageType, type WebhookType } from '@tollgate/contracts';
import type { Transaction } from '@tollgate/platform';

/** A message between services that the outside is told of, by a webhook of the same name. */
export type AnnouncedType = MessageType & WebhookType;
export type AnnouncedMessage = Message<AnnouncedType>;

/** Every message type that is announced to the outside. */
export const announcedTypes = (Object.keys(messages) as MessageType[]).filter((type): type is AnnouncedType =>
  (messages[type].consumers as readonly string[]).includes('webhook-delivery'),
);

/** Where the payload of a webhook comes from: the reader of the service that owns the object. */
export interface PayloadSource<P = never> {
  /** Which object the webhook is about. */
  idOf(payload: P): string;
  load(transaction: Transaction, organizationId: string, payload: P): Promise<object>;
}

type Read = (transaction: Transaction, organizationId: string, id: string) => Promise<object>;

/** The payload is what `read` gives for the id that the message names. */
export const resource = <K extends string>(idKey: K, read: Read): PayloadSource<Record<K, string>> => ({
  idOf: (payload) => payload[idKey],
  load: (transaction, organizationId, payload) => read(transaction, organizationId, payload[idKey]),
});

/** By type of webhook, where its payload comes from; one line a type (webhooks, section 4). */
export const payloadSources: { [T in AnnouncedType]?: PayloadSource<MessagePayload<T>> } = {};

/** The source of a message's payload, ready for that message's own payload. */
export const sourceOf = (message: AnnouncedMessage) => payloadSources[message.type] as PayloadSource<AnnouncedMessage['payload']> | undefined;

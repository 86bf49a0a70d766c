import type { Message, MessageType } from '@tollgate/contracts';
import type { SourceMessage } from './message-objects.js';

/** Message types with several objects. */
export const combinedTypes = ['wallet.credits_used'] as const satisfies MessageType[];
export type CombinedMessage = Message<(typeof combinedTypes)[number]>;

/** Splits a combined message into one message for each object. */
export function splitCombined(message: SourceMessage | CombinedMessage): SourceMessage[] {
  if (message.type !== 'wallet.credits_used') return [message];
  const { created, updated } = message.payload;
  return [
    ...created.map(({ id, ...payload }): SourceMessage => ({
      ...message,
      id,
      type: 'wallet_transaction.created',
      payload,
    })),
    ...updated.map(({ id, ...payload }): SourceMessage => ({ ...message, id, type: 'wallet.updated', payload })),
  ];
}

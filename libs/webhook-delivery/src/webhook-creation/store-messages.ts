import { recordAllInFlight, type TenantTransaction } from '@tollgate/platform';
import { insertWebhookMessages } from '../messages/webhook-messages.repository.js';
import { openPartitions, workIdOf } from '../partitions/delivery-partitions.repository.js';

export type NewMessage = Parameters<typeof insertWebhookMessages>[1][number] & { id: string };

/** A statement accepts at most 65,535 values. */
const storedAtOnce = 1_000;

/**
 * Stores messages and opens the partitions of their endpoints. Test clocks await first attempts, except those of paused
 * endpoints.
 * @returns the endpoints
 */
export async function storeMessages(transaction: TenantTransaction, messages: NewMessage[]): Promise<string[]> {
  const endpointIds = [...new Set(messages.map((message) => message.endpoint_id))].sort();
  for (let first = 0; first < messages.length; first += storedAtOnce)
    await insertWebhookMessages(transaction, messages.slice(first, first + storedAtOnce));
  const paused = await openPartitions(transaction, endpointIds);
  await recordAllInFlight(
    transaction,
    messages.filter((message) => !paused.has(message.endpoint_id)).map(({ id }) => workIdOf(id)),
  );
  return endpointIds;
}

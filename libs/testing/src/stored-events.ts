import { waitFor } from './client.js';
import type { Sandbox } from './sandbox.js';

/** An event as a list shows it. */
export interface StoredEvent extends Record<string, unknown> {
  transaction_id: string;
  code: string;
  external_subscription_id: string;
}

/** The stored events with a transaction id, of any subscription. */
export async function eventsWith(sandbox: Sandbox, transactionId: string): Promise<StoredEvent[]> {
  const path = `/events?transaction_id=${encodeURIComponent(transactionId)}`;
  return (await sandbox.ok<{ events: StoredEvent[] }>('GET', path)).events;
}

/** Waits for the events with a transaction id: a cluster stores them a moment after it accepts them. */
export const storedEvents = (sandbox: Sandbox, transactionId: string, count = 1): Promise<StoredEvent[]> =>
  waitFor(`the events ${transactionId} are stored`, async () => {
    const events = await eventsWith(sandbox, transactionId);
    return events.length >= count ? events : undefined;
  });

// Starts that wait for the payment of their first invoice, where the provider answers at once (subscriptions, section
// 3.5).
import { amountDueOf, closeInvoice } from './corrections.ts';
import { begin } from './lifecycle.ts';
import type { NewSubscription } from './records.ts';
import type { State } from './state.ts';

/**
 * Starts a subscription if its customer pays. After a refusal it has never started, and its invoice takes nothing.
 * @returns the status
 */
export function beginWaiting(world: State, fields: NewSubscription): number {
  const { method } = fields.customer;
  if (!method) return 422;
  const before = new Set(world.invoices);
  const subscription = begin(world, fields);
  const invoice = world.invoices.find((one) => !before.has(one));
  if (!invoice || amountDueOf(invoice) <= 0n || !method.endsWith('fails')) return 200;
  Object.assign(subscription, { status: 'canceled', startedAt: Infinity });
  closeInvoice(world, invoice);
  return 200;
}

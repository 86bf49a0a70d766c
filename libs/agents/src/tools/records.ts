import { invoiceRoutes, subscriptionRoutes } from '@tollgate/contracts';
import { isId } from '@tollgate/platform';
import { NoAnswer } from '../calls/refusal.js';
import type { Invoice } from './fee-lines.js';
import type { ToolContext } from './tool.js';

type Context = Pick<ToolContext, 'calls'>;
const mostChoices = '20';

/** The calls that find an invoice. */
export const invoiceCalls = [invoiceRoutes.read, invoiceRoutes.list] as const;

/**
 * Reads an invoice.
 * @param name its identifier or its number
 * @throws NoAnswer for an unknown number
 */
export async function readInvoice(name: string, { calls }: Context): Promise<Invoice> {
  const id = isId(name) ? name : await idOfNumber(name, { calls });
  return (await calls.make(invoiceRoutes.read, { params: { svc_id: id } })).invoice;
}

async function idOfNumber(number: string, { calls }: Context): Promise<string> {
  const query = { search_term: number, per_page: mostChoices };
  const { invoices } = await calls.make(invoiceRoutes.list, { query });
  const found = invoices.find((invoice) => invoice.number.toLowerCase() === number.toLowerCase());
  if (found) return found.svc_id;
  const similar = invoices.map((invoice) => ({ id: invoice.svc_id, number: invoice.number }));
  throw new NoAnswer('invoice_not_found', 'No invoice has this number.', { similar });
}

/** The calls that find a subscription. */
export const subscriptionCalls = [subscriptionRoutes.list] as const;

/**
 * The subscription that a question is about: the named one, or the only active one of the customer.
 * @throws NoAnswer without one, and for a choice between several
 */
export async function onlySubscription(
  customer: string,
  subscription: string | undefined,
  { calls }: Context,
): Promise<string> {
  if (subscription !== undefined) return subscription;
  const query = { external_customer_id: customer, status: ['active'], per_page: mostChoices };
  const { subscriptions } = await calls.make(subscriptionRoutes.list, { query });
  const [first, ...others] = subscriptions;
  if (!first) throw new NoAnswer('no_active_subscription', 'The customer has no active subscription.');
  if (others.length === 0) return first.external_id;
  throw new NoAnswer('several_subscriptions', 'The customer has several subscriptions: name one of them.', {
    subscriptions: subscriptions.map((one) => ({ external_id: one.external_id, plan: one.plan_code, name: one.name })),
  });
}

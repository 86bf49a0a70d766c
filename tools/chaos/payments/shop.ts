// The seller of the payment stories: its connection to the double, its customers and what it sells.
import { type Api, newOrganization } from '@tollgate/harness/api';
import { waitFor } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import type { StripeControl } from '@tollgate/stripe/control-client';

/** Cents. */
export const price = 1000;
export const patience = { timeoutMs: 180_000 };

export interface Invoice {
  svc_id: string;
  payment_status: string;
  total_paid_amount_cents: number;
  fees: { svc_id: string }[];
  applied_invoice_custom_sections: { details: string }[];
}

interface Payment {
  payment_status: string;
  amount_cents: number;
}

export function equal(what: string, seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Error(`${what} is ${String(seen)} instead of ${String(expected)}`);
}

export const read = async (api: Api, id: string): Promise<Invoice> =>
  (await api.ok<{ invoice: Invoice }>('GET', `/api/v1/invoices/${id}`)).invoice;

/** Sells one thing to a customer. @returns the invoice's id */
export async function sell(api: Api, customer = 'c'): Promise<string> {
  const invoice = { external_customer_id: customer, currency: 'EUR', fees: [{ add_on_code: 'setup' }] };
  return (await api.ok<{ invoice: Invoice }>('POST', '/api/v1/invoices', { invoice })).invoice.svc_id;
}

export const isPaid = (api: Api, id: string, status: string) => async () =>
  (await read(api, id)).payment_status === status;

/** How many objects a list has. */
export const totalOf = async (api: Api, path: string): Promise<number> =>
  (await api.ok<{ meta: { total_count: number } }>('GET', `/api/v1/${path}&per_page=1`)).meta.total_count;

/** How many invoices are paid. */
export const paidOf = (api: Api): Promise<number> => totalOf(api, 'invoices?payment_status=succeeded');

/** All payments, page by page. */
export async function paymentsOf(api: Api): Promise<Payment[]> {
  const all: Payment[] = [];
  for (let page = 1; ; page++) {
    const { payments } = await api.ok<{ payments: Payment[] }>('GET', `/api/v1/payments?page=${page}&per_page=100`);
    all.push(...payments);
    if (payments.length < 100) return all;
  }
}

/** Connects the double, and creates a customer there. */
export async function connect(service: Service, key: string): Promise<Api> {
  const { api } = await newOrganization(service, { name: 'Payments', default_currency: 'EUR' });
  const provider = { provider: 'stripe', code: 'main', name: 'Stripe', secret_key: key, supports_3ds: true };
  const connected = await api.ok<{ payment_provider: { webhook_registered: boolean } }>(
    'POST',
    '/api/v1/payment_providers',
    { payment_provider: provider },
  );
  equal('the registration of events', connected.payment_provider.webhook_registered, true);
  await api.ok('POST', '/api/v1/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: price, amount_currency: 'EUR' },
  });
  await addCustomer(api, 'c');
  return api;
}

/** Creates a customer, here and at the double. */
export async function addCustomer(api: Api, id: string): Promise<void> {
  const link = { payment_provider: 'stripe', payment_provider_code: 'main', sync_with_provider: true, sync: true };
  const customer = { external_id: id, name: 'Acme', currency: 'EUR', country: 'DE', billing_configuration: link };
  await api.ok('POST', '/api/v1/customers', { customer });
}

/** A customer enters a card on the page of the double, which becomes its default method. */
export async function enterCard(api: Api, control: StripeControl, method: string, id = 'c'): Promise<void> {
  const known = await methodsOf(api, id);
  const { customer } = await api.ok<{ customer: { checkout_url: string } }>(
    'POST',
    `/api/v1/customers/${id}/checkout_url`,
  );
  const session = /cs_\w+/.exec(customer.checkout_url)?.[0] ?? '';
  await control.completeCheckout(session, { payment_method: method });
  await waitFor('the card', async () => (await methodsOf(api, id)) > known, patience);
}

const methodsOf = async (api: Api, id: string): Promise<number> =>
  (await api.ok<{ payment_methods: unknown[] }>('GET', `/api/v1/customers/${id}/payment_methods`)).payment_methods
    .length;

// An organization that sells one thing.
import { type Api, type Body, newOrganization } from '@tollgate/harness/api';
import { waitFor, type Patience } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';

/** Cents. */
export const price = 1000;

export interface Invoice {
  svc_id: string;
  status: string;
  payment_status: string;
  payment_dispute_lost_at: string | null;
  total_paid_amount_cents: number;
  total_due_amount_cents: number;
  fees: { svc_id: string }[];
  applied_invoice_custom_sections: { details: string }[];
}

export interface Payment {
  svc_id: string;
  svc_payable_id: string;
  type: string;
  payment_status: string;
  amount_cents: number;
  provider_payment_id: string | null;
}

/** Creates an organization in EUR, and what it sells. @param settings more fields of the organization */
export async function newSeller(
  service: Service,
  settings: { name: string } & Body,
): Promise<{ api: Api; id: string }> {
  const organization = await newOrganization(service, { default_currency: 'EUR', ...settings });
  const addOn = { name: 'Setup', code: 'setup', amount_cents: price, amount_currency: 'EUR' };
  await organization.api.ok('POST', '/api/v1/add_ons', { add_on: addOn });
  return organization;
}

/** Creates a customer, or changes it. @param more fields of it */
export const putCustomer = (api: Api, id: string, more: Body = {}): Promise<unknown> =>
  api.ok('POST', '/api/v1/customers', { customer: { external_id: id, name: 'Acme', currency: 'EUR', ...more } });

/** Sells one thing to a customer. @param more fields of the invoice */
export async function sell(api: Api, customer: string, more: Body = {}): Promise<Invoice> {
  const invoice = { external_customer_id: customer, currency: 'EUR', fees: [{ add_on_code: 'setup' }], ...more };
  return (await api.ok<{ invoice: Invoice }>('POST', '/api/v1/invoices', { invoice })).invoice;
}

export const readInvoice = async (api: Api, id: string): Promise<Invoice> =>
  (await api.ok<{ invoice: Invoice }>('GET', `/api/v1/invoices/${id}`)).invoice;

export const paymentsOf = (api: Api, filter = ''): Promise<Payment[]> =>
  api.pages<Payment>(`/api/v1/payments${filter}`, 'payments');

/** The number of objects in a list. @param list its path and a filter, such as `invoices?status=draft` */
export const totalOf = async (api: Api, list: string): Promise<number> =>
  (await api.ok<{ meta: { total_count: number } }>('GET', `/api/v1/${list}&per_page=1`)).meta.total_count;

/** The address of the page on which a customer enters a payment method. */
export const checkoutPageOf = async (api: Api, customer: string): Promise<string> =>
  (
    await api.ok<{ customer: { checkout_url: string } }>(
      'POST',
      `/api/v1/customers/${encodeURIComponent(customer)}/checkout_url`,
    )
  ).customer.checkout_url;

export const methodsOf = async (api: Api, customer: string): Promise<{ provider_method_id: string }[]> =>
  (
    await api.ok<{ payment_methods: { provider_method_id: string }[] }>(
      'GET',
      `/api/v1/customers/${encodeURIComponent(customer)}/payment_methods`,
    )
  ).payment_methods;

/** The address of the page on which an invoice is paid. */
export const paymentPageOf = async (api: Api, invoiceId: string): Promise<string> =>
  (
    await api.ok<{ invoice_payment_details: { payment_url: string } }>(
      'POST',
      `/api/v1/invoices/${invoiceId}/payment_url`,
    )
  ).invoice_payment_details.payment_url;

/** Credits a part of an invoice's first fee. @param split how: refunded, credited or offset @returns the credit note's id */
export async function credit(api: Api, invoiceId: string, amount: number, split: Body): Promise<string> {
  const [fee] = (await readInvoice(api, invoiceId)).fees;
  const items = [{ fee_id: fee?.svc_id, amount_cents: amount }];
  const { credit_note: note } = await api.ok<{ credit_note: { svc_id: string } }>('POST', '/api/v1/credit_notes', {
    credit_note: { invoice_id: invoiceId, items, ...split },
  });
  return note.svc_id;
}

export const refundStatusOf = async (api: Api, noteId: string): Promise<string | null> =>
  (await api.ok<{ credit_note: { refund_status: string | null } }>('GET', `/api/v1/credit_notes/${noteId}`)).credit_note
    .refund_status;

/**
 * Refunds a part of a paid invoice, and waits until the provider has done so.
 * @param help what ends refunds at the provider
 * @returns the credit note's id
 */
export async function refund(
  api: Api,
  invoiceId: string,
  { amount, help = () => Promise.resolve(), ...patience }: Patience & { amount: number; help?(): Promise<void> },
): Promise<string> {
  const note = await credit(api, invoiceId, amount, { refund_amount_cents: amount });
  const isDone = async () => {
    await help();
    return (await refundStatusOf(api, note)) === 'succeeded';
  };
  await waitFor('the refund', isDone, patience);
  return note;
}

/** Does work so many times, a few at once. @param callers how many at once */
export async function several(
  count: number,
  callers: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

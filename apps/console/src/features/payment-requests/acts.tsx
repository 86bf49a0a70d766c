import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Creation, Outcome, Sending } from '../../acts/act.js';
import { customerPicker } from '../../acts/pickers.js';

/** Requests all overdue invoices of a customer together (invoices, section 13). @param currency null for any */
export async function requestOverdue(
  { headers }: Sending,
  external_customer_id: string,
  currency: string | null,
): Promise<Outcome> {
  const query = { payment_overdue: true, per_page: 100, ...(currency ? { currency } : {}) };
  const params = { path: { external_customer_id }, query };
  const { invoices } = await answerOf(api.GET('/customers/{external_customer_id}/invoices', { headers, params }));
  const payment_request = { external_customer_id, svc_invoice_ids: invoices.map(({ svc_id }) => svc_id) };
  const created = await answerOf(api.POST('/payment_requests', { headers, body: { payment_request } }));
  return { goTo: { kind: 'paymentRequest', id: created.payment_request.svc_id } };
}

/** Requests overdue invoices of a customer that the person chooses. */
export const requestFromCustomer: Creation = {
  isCreation: true,
  call: 'POST /payment_requests',
  permission: 'payments:create',
  label: msg`Request overdue invoices`,
  Summary: () => (
    <Trans>The customer is requested to pay all its overdue invoices together, by mail or by its payment method.</Trans>
  ),
  fieldsOf: () => [
    { kind: 'picker', name: 'external_customer_id', label: msg`Customer`, picker: customerPicker },
    {
      kind: 'text',
      name: 'currency',
      label: msg`Currency`,
      hint: msg`Only for a customer with overdue invoices of several currencies`,
      isOptional: true,
    },
  ],
  send: (sending, _, { external_customer_id: id = '', currency = '' }) =>
    requestOverdue(sending, id, currency === '' ? null : currency.toUpperCase()),
  done: msg`The payment is requested.`,
};

// Calls of fees, invoices, payments and credit notes.
import type { Ids } from './fixtures.ts';
import type { Examples } from './orders.ts';

export const invoiceCalls = ({
  draft,
  goneDraft,
  invoice,
  overdue,
  goneInvoices,
  fee,
  goneFee,
  paymentRequest,
  payment,
  receipt,
  creditNote,
  credited,
  goneNotes,
}: Ids): Examples => ({
  'GET /fees': {},
  'GET /fees/{svc_id}': { path: [fee] },
  'PUT /fees/{svc_id}': { path: [fee], body: { fee: { payment_status: 'succeeded' } } },
  'DELETE /fees/{svc_id}': { path: [goneFee] },

  'GET /invoices': {},
  'GET /invoices/{svc_id}': { path: [invoice] },
  'PUT /invoices/{svc_id}/refresh': { path: [draft] },
  'PUT /invoices/{svc_id}/finalize': { path: [draft] },
  // Only a failed invoice can be retried, so the right answer is a refusal.
  'POST /invoices/{svc_id}/retry': { path: [invoice], refused: true },
  'POST /invoices': {
    body: {
      invoice: { external_customer_id: 'customer', currency: 'EUR', fees: [{ add_on_code: 'add_on', units: 2 }] },
    },
  },
  'POST /invoices/preview': { body: { customer: { external_id: 'customer' }, plan_code: 'plan' } },
  'PUT /invoices/{svc_id}': { path: [invoice], body: { invoice: { metadata: [{ key: 'order', value: '7' }] } } },
  'DELETE /invoices/{svc_id}': { path: [goneDraft] },
  // No payment provider is connected, so the right answer is that there is no payment page.
  'POST /invoices/{svc_id}/payment_url': { path: [invoice], refused: true },
  'POST /invoices/{svc_id}/retry_payment': { path: [invoice] },
  'POST /invoices/{svc_id}/download': { path: [invoice] },
  'POST /invoices/{svc_id}/lose_dispute': { path: [invoice] },
  'POST /invoices/{svc_id}/void': { paths: goneInvoices.map((id) => [id]) },
  'POST /payments': { body: { payment: { invoice_id: invoice, amount_cents: 1, reference: 'ref' } } },
  'GET /payments': {},
  'GET /payments/{svc_id}': { path: [payment] },
  'GET /customers/{external_customer_id}/payments': { path: ['customer'] },
  'GET /payment_receipts': {},
  'GET /payment_receipts/{svc_id}': { path: [receipt] },
  'POST /payment_requests': {
    body: {
      payment_request: {
        external_customer_id: 'customer',
        email: 'ada@example.com',
        lago_invoice_ids: [overdue],
      },
    },
  },
  'GET /payment_requests': {},
  'GET /payment_requests/{svc_id}': { path: [paymentRequest] },
  'GET /customers/{external_customer_id}/payment_requests': { path: ['customer'] },
  // No payment provider is connected, so there are no payment methods, and no page to enter one.
  'GET /customers/{external_customer_id}/payment_methods': { path: ['customer'] },
  'PUT /customers/{external_customer_id}/payment_methods/{svc_id}/set_as_default': {
    path: ['customer', invoice],
    refused: 404,
  },
  'DELETE /customers/{external_customer_id}/payment_methods/{svc_id}': { path: ['customer', invoice], refused: 404 },
  'GET /customers/{external_customer_id}/portal_url': { path: ['customer'] },
  'POST /customers/{external_customer_id}/checkout_url': { path: ['customer'], refused: true },
  'GET /credit_notes': {},
  'GET /credit_notes/{svc_id}': { path: [creditNote] },
  'POST /credit_notes': { body: { credit_note: { ...credited, credit_amount_cents: 1 } } },
  'POST /credit_notes/{svc_id}/download': { path: [creditNote] },
  'POST /credit_notes/estimate': { body: { credit_note: credited } },
  'PUT /credit_notes/{svc_id}': { path: [creditNote], body: { credit_note: { refund_status: 'succeeded' } } },
  'POST /credit_notes/{svc_id}/metadata': { path: [creditNote], body: { metadata: { order: '7' } } },
  'PATCH /credit_notes/{svc_id}/metadata': { path: [creditNote], body: { metadata: { order: '8' } } },
  'DELETE /credit_notes/{svc_id}/metadata/{key}': { path: [creditNote, 'order'] },
  'DELETE /credit_notes/{svc_id}/metadata': { path: [creditNote] },
  'PUT /credit_notes/{svc_id}/void': { paths: goneNotes.map((id) => [id]) },
});

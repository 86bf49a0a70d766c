import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { cents, id, instantText, text } from '../http/fields.js';
import { listCounts, listExpansions, listSums, updatedListParameters } from '../http/lists.js';
import { query, queryChoice, queryFlag, queryId, queryInteger, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { providerKind } from '../payment-providers/provider-kind.js';
import { CustomerExpansion, expandedCustomer } from './named-customers.js';

export const paymentStatuses = ['pending', 'processing', 'succeeded', 'failed'] as const;

/** A payment of an invoice (invoices, section 12). */
export const Payment = shape('A payment of an invoice or of a payment request', {
  svc_id: svcId(),
  svc_customer_id: described(id(), ...texts.customerId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  invoice_ids: described(z.array(id()), 'Identifiers of the invoices'),
  invoice_numbers: described(z.array(z.string()), 'Numbers of the invoices', 'ACM-0001-001-004'),
  svc_payable_id: described(id(), 'Identifier of the paid object'),
  payable_type: described(z.enum(['Invoice', 'PaymentRequest']), 'Kind of the paid object'),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  status: described(z.string(), "Status in the provider's terms", 'succeeded'),
  payment_status: described(z.enum(paymentStatuses), ...texts.paymentStatus),
  type: described(z.enum(['provider', 'manual']), 'Whether a provider reported it, or it was recorded manually'),
  reference: described(z.string().nullable(), 'Reference of the payment', 'Transfer of 3 March'),
  payment_provider_code: described(z.string().nullable(), ...texts.paymentProviderCode),
  payment_provider_type: described(z.string().nullable(), ...providerKind),
  external_payment_id: described(z.string().nullable(), "The provider's identifier of the payment", 'pi_3P9'),
  provider_payment_id: described(z.string().nullable(), "The provider's identifier of the payment", 'pi_3P9'),
  provider_customer_id: described(z.string().nullable(), "The provider's identifier of the customer", 'cus_P9x'),
  payment_method_id: described(id().nullable(), 'Identifier of the payment method; null: the default one'),
  next_action: described(
    z.record(z.string(), z.unknown()),
    "Next step for the payer, in the provider's terms",
    'type=redirect',
  ),
  created_at: createdAt(),
});
export type Payment = z.infer<typeof Payment>;

/** A payment in the answers of lists and of reading it. */
export const ReadPayment = described(Payment.extend(expandedCustomer), 'A payment, with its customer on request');
export type ReadPayment = z.infer<typeof ReadPayment>;

export const PaymentCreate = bodyOf(Payment, {
  invoice_id: described(expected(idText()), 'Identifier of the invoice'),
  // Unlike other amounts, texts are refused; the raw value is validated after the invoice's id.
  amount_cents: expected(strictly(z.unknown().optional(), cents())),
  reference: text(),
  paid_at: described(instantText(), 'When it was paid'),
});
export type PaymentCreate = BodyInput<typeof PaymentCreate>;

export const PaymentFilters = query({
  ...updatedListParameters(['created_at', 'amount_cents']),
  ...listCounts(['payment_status']),
  ...listExpansions(['customer']),
  ...listSums(),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  payment_status: described(queryChoice(paymentStatuses), ...texts.paymentStatus),
  currency: described(queryText(), ...texts.currency),
  amount_from: described(queryInteger(), 'Minimum amount, in the smallest unit of the currency', 1000),
  amount_to: described(queryInteger(), 'Maximum amount, in the smallest unit of the currency', 100_000),
  self_billed: described(queryFlag(), 'Whether they pay invoices that the customer issues itself, as a partner'),
  /** Payments of the invoice, and of payment requests that include it. */
  invoice_id: described(queryId(), ...texts.invoiceId),
});
export type PaymentFilters = QueryInput<typeof PaymentFilters>;

const shared = { service: 'payment', permission: 'payment' } as const;

export const paymentRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/payments',
    summary: 'Record a manual payment of an invoice',
    wrapper: 'payment',
    body: PaymentCreate,
    repetition: 'answered',
    answer: { payment: Payment },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/payments',
    summary: 'List payments, newest first',
    query: PaymentFilters,
    answer: { payments: z.array(ReadPayment), meta: Meta },
  }),
  listOfCustomer: route({
    ...shared,
    method: 'GET',
    path: '/customers/:external_customer_id/payments',
    summary: 'List the payments of a customer',
    query: PaymentFilters,
    answer: { payments: z.array(ReadPayment), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/payments/:svc_id',
    summary: 'Read a payment',
    query: CustomerExpansion,
    answer: { payment: ReadPayment },
  }),
};

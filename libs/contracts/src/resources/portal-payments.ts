import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, id, integer, textList } from '../http/fields.js';
import { pagination, query, queryChoice, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, exampleId, shape, svcId, texts } from '../http/texts.js';
import { paymentStatuses } from './payments.js';

/** A payment method, as its customer sees it (customers, section 3.2). */
export const PortalPaymentMethod = shape('A payment method of the calling customer', {
  svc_id: svcId(),
  is_default: described(z.boolean(), 'Whether it pays where no other method is chosen'),
  type: described(z.string().nullable(), 'Its kind; null if the provider states none', 'card'),
  brand: described(z.string().nullable(), 'Brand of the card, or name of the bank; null if it is not known', 'visa'),
  last_four: described(z.string().nullable(), 'Last digits of the card or account; null if they are not known', '4242'),
  created_at: createdAt(),
});
export type PortalPaymentMethod = z.infer<typeof PortalPaymentMethod>;

/** A page of the provider where a customer enters a method. */
export const PortalMethodPage = shape('A page of the provider where the customer enters a payment method', {
  url: described(z.string(), 'Address of the page', 'https://pay.example.com/c/1'),
});

/** The start of a payment: the provider charges a stored method, or its page takes the payment. */
export const PortalPayment = shape('A payment of invoices that the customer began', {
  status: described(
    z.enum(['page_opened', 'pending']),
    'Whether the customer pays on the page of the provider, or the provider charges the chosen method',
    'page_opened',
  ),
  url: described(z.string().nullable(), 'Address of the page; null for a stored method', 'https://pay.example.com/p/1'),
  amount_cents: described(cents(), 'The amount due of these invoices together', 1000),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  svc_invoice_ids: described(z.array(id()), 'Identifiers of the invoices'),
  svc_payment_request_id: described(
    id().nullable(),
    'Identifier of the payment request over several invoices; null for one invoice',
    exampleId,
  ),
  svc_payment_id: described(
    id().nullable(),
    'Identifier of the payment by a stored method; null where the customer pays on a page',
    exampleId,
  ),
});
export type PortalPayment = z.infer<typeof PortalPayment>;

/** Why a provider declined a payment, as far as the customer can do something about it. */
export const declineReasons = [
  'insufficient_funds',
  'method_expired',
  'account_closed',
  'authentication_required',
  'declined',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** A payment that the customer or its automatic charges have begun, in whatever state. */
export const PortalMadePayment = shape('A payment of the calling customer', {
  svc_id: svcId(),
  svc_invoice_ids: described(z.array(id()), 'Identifiers of the invoices'),
  invoice_numbers: described(z.array(z.string()), 'Numbers of the invoices', 'ACM-0001-001-004'),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  payment_status: described(z.enum(paymentStatuses), ...texts.paymentStatus),
  svc_payment_method_id: described(id().nullable(), 'Identifier of its payment method; null for none', exampleId),
  decline_reason: described(
    z.enum(declineReasons).nullable(),
    'Why the provider declined it; null unless it failed',
    'insufficient_funds',
  ),
  action_url: described(
    z.string().nullable(),
    'Address where the customer confirms the payment; null if nothing is to confirm',
    'https://pay.example.com/a/1',
  ),
  created_at: createdAt(),
});
export type PortalMadePayment = z.infer<typeof PortalMadePayment>;

export const PortalPaymentFilters = query({
  ...pagination,
  payment_status: described(queryChoice(paymentStatuses), ...texts.paymentStatus),
});
export type PortalPaymentFilters = QueryInput<typeof PortalPaymentFilters>;

/** Invoices that one payment may cover. */
export const mostInvoicesOfPayment = 100;

export const PortalPaymentCreate = described(
  body({
    svc_invoice_ids: described(
      strictly(
        textList({ most: mostInvoicesOfPayment, fault: 'value_is_out_of_range' }),
        z.array(id()).max(mostInvoicesOfPayment).optional(),
      ),
      'Identifiers of the invoices; absent: all overdue ones',
    ),
    svc_payment_method_id: described(
      idText(),
      'Identifier of the stored method to charge; absent: the customer pays on the page of the provider',
      exampleId,
    ),
    amount_cents: described(integer(1), 'The amount that the customer saw; another one is refused', 1000),
  }),
  'A payment of invoices by their customer',
);
export type PortalPaymentCreate = BodyInput<typeof PortalPaymentCreate>;

const shared = { access: 'portal', permission: 'customer', service: 'payment' } as const;

/** The calls by which customers pay, and manage their methods. */
export const portalPaymentRoutes = {
  pay: route({
    ...shared,
    method: 'POST',
    path: '/portal/payments',
    portalSection: 'invoices',
    summary: 'Pay invoices of the calling customer together',
    wrapper: 'payment',
    body: PortalPaymentCreate,
    bodyOptional: 'wrapper',
    repetition: 'answered',
    answer: { payment: PortalPayment },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/portal/payments',
    portalSection: 'invoices',
    summary: 'List the payments of the calling customer, newest first',
    query: PortalPaymentFilters,
    answer: { payments: z.array(PortalMadePayment), meta: Meta },
  }),
  methods: route({
    ...shared,
    method: 'GET',
    path: '/portal/payment_methods',
    portalSection: 'payment_methods',
    summary: 'List the payment methods of the calling customer, newest first',
    query: query({ ...pagination }),
    answer: { payment_methods: z.array(PortalPaymentMethod), meta: Meta },
  }),
  enterMethod: route({
    ...shared,
    method: 'POST',
    path: '/portal/payment_methods',
    portalSection: 'payment_methods',
    summary: 'Open a page where the calling customer enters a payment method',
    answer: { payment_method_page: PortalMethodPage },
  }),
  setAsDefault: route({
    ...shared,
    method: 'PUT',
    path: '/portal/payment_methods/:svc_id/set_as_default',
    portalSection: 'payment_methods',
    summary: 'Set the default payment method of the calling customer',
    answer: { payment_method: PortalPaymentMethod },
  }),
  removeMethod: route({
    ...shared,
    method: 'DELETE',
    path: '/portal/payment_methods/:svc_id',
    portalSection: 'payment_methods',
    summary: 'Delete a payment method of the calling customer',
    answer: { payment_method: PortalPaymentMethod },
  }),
};

import { z } from 'zod';
import { cents, decimalString, id, timestamp } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { ExplainedCoupon, explanationReasons, ExplanationStep, InvoiceExplanation } from './explanations.js';

/** A coupon on an invoice, as its customer sees it. */
export const PortalCoupon = described(
  ExplainedCoupon.omit({ coupon_code: true }),
  'A coupon on an invoice, with its share of each line, in the customer portal',
);

/** How an invoice came from its lines to its total, as its customer sees it (customers, section 3.3). */
export const PortalInvoiceExplanation = described(
  InvoiceExplanation.omit({ differences: true }).extend({
    coupons: z.array(PortalCoupon),
  }),
  'The computation of an invoice from its lines to its total, in the customer portal',
);
export type PortalInvoiceExplanation = z.infer<typeof PortalInvoiceExplanation>;

/** How a line came to its amount, as its customer sees it: one shape for every kind of line. */
export const PortalFeeExplanation = shape('The computation of a line of an invoice, in the customer portal', {
  svc_fee_id: described(id(), ...texts.feeId),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  taxes_amount_cents: described(cents(), ...texts.taxesAmountCents),
  agrees: described(z.boolean(), 'Whether the steps result in the stored amounts'),
  conversion_rate: described(
    decimalString().nullable(),
    'Value of a pricing unit in the currency; null for a price in the currency',
    '0.5',
  ),
  timezone: described(z.string().nullable(), 'Time zone of its days; null for a line without a period', 'Europe/Paris'),
  usage_from_datetime: described(
    timestamp().nullable(),
    'First moment of the rated usage; null for a line that is not of usage',
    '2026-03-01T00:00:00Z',
  ),
  usage_to_datetime: described(
    timestamp().nullable(),
    'Last moment of the rated usage; null for a line that is not of usage',
    '2026-03-31T23:59:59Z',
  ),
  events_count: described(
    z.int().nullable(),
    'Number of events; null for a line that is not of the usage of a period',
    12,
  ),
  steps: z.array(ExplanationStep),
  discount_steps: z.array(ExplanationStep),
  tax_steps: z.array(ExplanationStep),
});
export type PortalFeeExplanation = z.infer<typeof PortalFeeExplanation>;

const shared = {
  access: 'portal',
  permission: 'customer',
  service: 'invoicing',
  method: 'GET',
  portalSection: 'invoices',
} as const;

/** The calls by which customers read how their invoices came about. */
export const portalExplanationRoutes = {
  invoice: route({
    ...shared,
    path: '/portal/invoices/:svc_id/explanation',
    summary: 'Explain the total of an issued invoice of the calling customer, starting with its lines',
    answer: { explanation: PortalInvoiceExplanation },
  }),
  fee: route({
    ...shared,
    path: '/portal/fees/:svc_id/explanation',
    summary: 'Explain a line of an issued invoice of the calling customer, step by step',
    answer: {
      explanation: PortalFeeExplanation.nullable(),
      reason: described(z.enum(explanationReasons).nullable(), ...texts.reason),
    },
  }),
};

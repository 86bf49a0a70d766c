import { z } from 'zod';
import { cents, decimalString, id, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { choiceFilter } from '../http/strict-fields.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { AppliedCouponCreate, couponFrequencies } from './coupons.js';
import { InvoiceCredit } from './invoices.js';

export const appliedCouponStatuses = ['active', 'terminated'] as const;

/** A coupon applied to a customer (invoices, section 5.2). */
export const AppliedCoupon = shape('A coupon of a customer', {
  svc_id: svcId(),
  svc_coupon_id: described(id(), 'Identifier of the coupon'),
  coupon_code: described(z.string(), ...texts.couponCode),
  coupon_name: described(z.string(), 'Name of the coupon', 'Welcome'),
  coupon_description: described(z.string().nullable(), 'Description of the coupon', 'For new customers'),
  coupon_status: described(z.enum(appliedCouponStatuses), 'State of the coupon'),
  coupon_deleted_at: described(timestamp().nullable(), 'When the coupon was deleted; null unless it was'),
  svc_customer_id: described(id(), ...texts.customerId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  status: described(z.enum(appliedCouponStatuses), ...texts.state),
  amount_cents: described(cents().nullable(), ...texts.amountCents),
  amount_cents_remaining: described(cents().nullable(), 'Remaining amount, in the smallest unit of the currency', 100),
  amount_currency: described(z.string().nullable(), ...texts.amountCurrency),
  percentage_rate: described(decimalString().nullable(), 'Discount in percent', '10.0'),
  frequency: described(z.enum(couponFrequencies), 'Frequency of the discount', 'once'),
  frequency_duration: described(z.int().nullable(), 'Number of invoices that a recurring coupon reduces', 3),
  frequency_duration_remaining: described(z.int().nullable(), 'Remaining number of invoices', 2),
  expiration_at: described(timestamp().nullable(), ...texts.expiryOrNever),
  created_at: createdAt(),
  terminated_at: described(timestamp().nullable(), ...texts.end),
});
export type AppliedCoupon = z.infer<typeof AppliedCoupon>;

/** The same in lists, with its credits on invoices. */
export const AppliedCouponWithCredits = described(
  AppliedCoupon.extend({ credits: z.array(InvoiceCredit) }),
  'A coupon of a customer in lists, with its deductions from invoices',
);
export type AppliedCouponWithCredits = z.infer<typeof AppliedCouponWithCredits>;

export const AppliedCouponFilters = query({
  ...updatedListParameters(['created_at']),
  ...listCounts(['status']),
  status: described(choiceFilter(appliedCouponStatuses), ...texts.filteredState),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  coupon_code: described(queryTexts(), ...texts.couponCode),
});
export type AppliedCouponFilters = QueryInput<typeof AppliedCouponFilters>;

const shared = { service: 'invoicing', permission: 'applied_coupon' } as const;
const ofCustomer = '/customers/:external_customer_id/applied_coupons' as const;

export const appliedCouponRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/applied_coupons',
    summary: 'Apply a coupon to a customer',
    wrapper: 'applied_coupon',
    body: AppliedCouponCreate,
    validates: 'after loading',
    repetition: 'answered',
    answer: { applied_coupon: AppliedCoupon },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/applied_coupons',
    summary: 'List applied coupons',
    query: AppliedCouponFilters,
    answer: { applied_coupons: z.array(AppliedCouponWithCredits), meta: Meta },
  }),
  listOfCustomer: route({
    ...shared,
    method: 'GET',
    path: ofCustomer,
    summary: 'List the applied coupons of a customer',
    query: AppliedCouponFilters,
    answer: { applied_coupons: z.array(AppliedCouponWithCredits), meta: Meta },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${ofCustomer}/:applied_coupon_id`,
    summary: 'Remove an applied coupon from a customer',
    answer: { applied_coupon: AppliedCoupon },
  }),
};

import { z } from 'zod';
import { cents, decimalString, id, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { choiceFilter } from '../http/strict-fields.js';
import { AppliedCouponCreate, couponFrequencies } from './coupons.js';
import { InvoiceCredit } from './invoices.js';

export const appliedCouponStatuses = ['active', 'terminated'] as const;

/** A coupon applied to a customer (invoices, section 5.2). */
export const AppliedCoupon = z.object({
  svc_id: id(),
  svc_coupon_id: id(),
  coupon_code: z.string(),
  coupon_name: z.string(),
  coupon_description: z.string().nullable(),
  coupon_status: z.enum(appliedCouponStatuses),
  coupon_deleted_at: timestamp().nullable(),
  svc_customer_id: id(),
  external_customer_id: z.string(),
  status: z.enum(appliedCouponStatuses),
  amount_cents: cents().nullable(),
  amount_cents_remaining: cents().nullable(),
  amount_currency: z.string().nullable(),
  percentage_rate: decimalString().nullable(),
  frequency: z.enum(couponFrequencies),
  frequency_duration: z.int().nullable(),
  frequency_duration_remaining: z.int().nullable(),
  expiration_at: timestamp().nullable(),
  created_at: timestamp(),
  terminated_at: timestamp().nullable(),
});
export type AppliedCoupon = z.infer<typeof AppliedCoupon>;

/** The same in lists, with its credits on invoices. */
export const AppliedCouponWithCredits = AppliedCoupon.extend({ credits: z.array(InvoiceCredit) });
export type AppliedCouponWithCredits = z.infer<typeof AppliedCouponWithCredits>;

export const AppliedCouponFilters = query({
  ...updatedListParameters(['created_at']),
  ...listCounts(['status']),
  status: choiceFilter(appliedCouponStatuses),
  external_customer_id: queryText(),
  coupon_code: queryTexts(),
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

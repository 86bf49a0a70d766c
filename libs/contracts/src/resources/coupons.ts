import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import {
  cents,
  choice,
  currency,
  decimal,
  decimalString,
  flag,
  id,
  ifPresent,
  instantText,
  integer,
  isBlank,
  mandatoryChoice,
  mandatoryText,
  prose,
  record,
  text,
  textList,
  timestamp,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { translated, translations } from '../http/translation-fields.js';

export const couponTypes = ['fixed_amount', 'percentage'] as const;
export const couponFrequencies = ['once', 'recurring', 'forever'] as const;
export const couponExpirations = ['no_expiration', 'time_limit'] as const;

/** A discount for customers (catalog, section 11). */
export const Coupon = z.object({
  svc_id: id(),
  name: z.string(),
  name_translations: translated(),
  code: z.string(),
  description: z.string().nullable(),
  coupon_type: z.enum(couponTypes),
  amount_cents: cents().nullable(),
  amount_currency: z.string().nullable(),
  percentage_rate: decimalString().nullable(),
  frequency: z.enum(couponFrequencies),
  /** Number of invoices that a recurring coupon discounts. */
  frequency_duration: z.int().nullable(),
  reusable: z.boolean(),
  limited_plans: z.boolean(),
  limited_billable_metrics: z.boolean(),
  plan_codes: z.array(z.string()),
  billable_metric_codes: z.array(z.string()),
  created_at: timestamp(),
  expiration: z.enum(couponExpirations),
  expiration_at: timestamp().nullable(),
  terminated_at: timestamp().nullable(),
});
export type Coupon = z.infer<typeof Coupon>;

/** Fields of a coupon that an application may override. */
const discount = {
  amount_cents: integer(),
  amount_currency: currency(),
  percentage_rate: decimal(),
  frequency_duration: integer(-bounds.times, bounds.times),
};

/** `applies_to` of a coupon: codes of plans, or codes of metrics. */
export const CouponLimits = body({ plan_codes: textList(), billable_metric_codes: textList() });
export type CouponLimits = BodyInput<typeof CouponLimits>;

export const CouponCreate = body({
  name: mandatoryText(),
  name_translations: translations(),
  code: mandatoryText(),
  coupon_type: mandatoryChoice(couponTypes),
  frequency: mandatoryChoice(couponFrequencies),
  expiration: mandatoryChoice(couponExpirations),
  ...discount,
  description: prose(),
  expiration_at: instantText(),
  reusable: flag(),
  applies_to: strictly(record(), CouponLimits),
});
export type CouponCreate = BodyInput<typeof CouponCreate>;

export const CouponUpdate = body({
  ...CouponCreate.shape,
  name: ifPresent(mandatoryText()),
  code: ifPresent(mandatoryText()),
  coupon_type: ifPresent(mandatoryChoice(couponTypes)),
  frequency: ifPresent(mandatoryChoice(couponFrequencies)),
  expiration: ifPresent(mandatoryChoice(couponExpirations)),
});
export type CouponUpdate = BodyInput<typeof CouponUpdate>;

/** The coupon and its customer; the service looks up both before it validates the fields (invoices, section 5.2). */
const application = { external_customer_id: expected(text()), coupon_code: expected(text()) };
export const CouponApplication = body(application);

/** The application of a coupon to a customer, with optional overrides. */
export const AppliedCouponCreate = body({
  ...application,
  frequency: choice(couponFrequencies),
  ...discount,
});
export type AppliedCouponCreate = BodyInput<typeof AppliedCouponCreate>;

type CouponInput = Partial<
  Pick<
    CouponCreate,
    'coupon_type' | 'amount_cents' | 'amount_currency' | 'percentage_rate' | 'frequency' | 'frequency_duration'
  >
>;

/** Reports the fields that a coupon of its kind lacks, by itself or as applied (catalog, section 11). */
export function checkCouponInput(coupon: CouponInput, add: (field: string, ...codes: string[]) => void): void {
  if (coupon.coupon_type === 'fixed_amount') {
    if (isBlank(coupon.amount_cents)) add('amount_cents', 'value_is_mandatory');
    else if ((coupon.amount_cents ?? 0) <= 0) add('amount_cents', 'value_is_out_of_range');
    if (isBlank(coupon.amount_currency)) add('amount_currency', 'value_is_mandatory');
  }
  if (coupon.coupon_type === 'percentage' && isBlank(coupon.percentage_rate))
    add('percentage_rate', 'value_is_mandatory');
  if (coupon.frequency !== 'recurring') return;
  if (isBlank(coupon.frequency_duration)) add('frequency_duration', 'value_is_mandatory', 'is not a number');
  else if ((coupon.frequency_duration ?? 0) <= 0) add('frequency_duration', 'value_is_out_of_range');
}

/** Filters of the list. */
export const CouponFilters = query(updatedListParameters(['expiration_at', 'created_at', 'name', 'code']));
export type CouponFilters = QueryInput<typeof CouponFilters>;

const shared = { service: 'catalog', permission: 'coupon' } as const;

export const couponRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/coupons',
    summary: 'Create a coupon',
    wrapper: 'coupon',
    body: CouponCreate,
    answer: { coupon: Coupon },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/coupons',
    summary: 'List coupons',
    query: CouponFilters,
    answer: { coupons: z.array(Coupon), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/coupons/:code',
    summary: 'Read a coupon',
    answer: { coupon: Coupon },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/coupons/:code',
    summary: 'Update a coupon',
    wrapper: 'coupon',
    body: CouponUpdate,
    answer: { coupon: Coupon },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/coupons/:code',
    summary: 'Delete a coupon and remove it from its customers',
    answer: { coupon: Coupon },
  }),
};

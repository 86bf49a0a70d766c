import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import {
  cents,
  choice,
  currency,
  decimal,
  decimalString,
  flag,
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
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';

export const couponTypes = ['fixed_amount', 'percentage'] as const;
export const couponFrequencies = ['once', 'recurring', 'forever'] as const;
export const couponExpirations = ['no_expiration', 'time_limit'] as const;

/** A discount for customers (catalog, section 11). */
export const Coupon = shape('A discount for customers', {
  svc_id: svcId(),
  name: described(z.string(), 'Display name', 'Welcome'),
  name_translations: translated('de=Einstieg'),
  code: described(z.string(), 'Unique code for calls', 'welcome'),
  description: described(z.string().nullable(), 'Description', 'For new customers'),
  coupon_type: described(z.enum(couponTypes), 'Whether the discount is an amount or a percentage'),
  amount_cents: described(cents().nullable(), ...texts.amountCents),
  amount_currency: described(z.string().nullable(), ...texts.amountCurrency),
  percentage_rate: described(decimalString().nullable(), 'Discount in percent', '10.0'),
  frequency: described(z.enum(couponFrequencies), 'Frequency of the discount', 'once'),
  /** Number of invoices that a recurring coupon discounts. */
  frequency_duration: described(z.int().nullable(), 'Number of invoices that a recurring coupon reduces', 3),
  reusable: described(z.boolean(), 'Whether a customer can receive it more than once', true),
  limited_plans: described(z.boolean(), 'Whether it is limited to plans'),
  limited_billable_metrics: described(z.boolean(), 'Whether it is limited to billable metrics'),
  plan_codes: described(z.array(z.string()), 'Codes of plans', 'starter'),
  billable_metric_codes: described(z.array(z.string()), 'Codes of billable metrics', 'storage'),
  created_at: createdAt(),
  expiration: described(z.enum(couponExpirations), 'Whether it expires'),
  expiration_at: described(timestamp().nullable(), ...texts.expiryOrNever),
  terminated_at: described(timestamp().nullable(), ...texts.end),
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
export const CouponLimits = described(
  bodyOf(Coupon, { plan_codes: textList(), billable_metric_codes: textList() }),
  'The limits of a coupon: plans, or billable metrics',
);
export type CouponLimits = BodyInput<typeof CouponLimits>;

export const CouponCreate = bodyOf(Coupon, {
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

export const CouponUpdate = bodyOf(Coupon, {
  ...CouponCreate.shape,
  name: ifPresent(mandatoryText()),
  code: ifPresent(mandatoryText()),
  coupon_type: ifPresent(mandatoryChoice(couponTypes)),
  frequency: ifPresent(mandatoryChoice(couponFrequencies)),
  expiration: ifPresent(mandatoryChoice(couponExpirations)),
});
export type CouponUpdate = BodyInput<typeof CouponUpdate>;

/** The coupon and its customer; the service looks up both before it validates the fields (invoices, section 5.2). */
const application = {
  external_customer_id: described(expected(text()), ...texts.externalCustomerId),
  coupon_code: described(expected(text()), ...texts.couponCode),
};
export const CouponApplication = body(application);

/** The application of a coupon to a customer, with optional overrides. */
export const AppliedCouponCreate = described(
  bodyOf(Coupon, {
    ...application,
    frequency: choice(couponFrequencies),
    ...discount,
  }),
  'The coupon and the customer, with terms that differ from those of the coupon',
);
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
    validates: 'after loading',
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
    validates: 'after loading',
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

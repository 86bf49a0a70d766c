import {
  AddOnCreate,
  BillableMetricCreate,
  CouponCreate,
  FeatureCreate,
  TaxCreate,
  type CopiedKind,
  type RawInput,
} from '@tollgate/contracts';
import { alike, codesOf, fieldsOf, pick, planForm, type Form } from '../plans/versions/plan-form.js';

const couponForm = (coupon: RawInput): Form => {
  const limits = pick(coupon, ['plan_codes', 'billable_metric_codes']);
  const isLimited = coupon['limited_plans'] === true || coupon['limited_billable_metrics'] === true;
  return { ...pick(coupon, fieldsOf(CouponCreate)), ...(isLimited ? { applies_to: limits } : {}) };
};

/** The form of an answered object, by its kind. */
export const formOf: Record<CopiedKind, (object: RawInput) => Form> = {
  taxes: (tax) => pick(tax, fieldsOf(TaxCreate)),
  billable_metrics: (metric) => pick(metric, fieldsOf(BillableMetricCreate)),
  add_ons: (addOn) => ({ ...pick(addOn, fieldsOf(AddOnCreate)), tax_codes: codesOf(addOn['taxes']) }),
  features: (feature) => pick(feature, fieldsOf(FeatureCreate)),
  plans: planForm,
  coupons: couponForm,
};

/** The fields that a form states and in which another one differs. */
export const differencesOf = (form: Form, other: Form): string[] =>
  Object.keys(form)
    .filter((field) => !alike(form[field], other[field]))
    .sort();

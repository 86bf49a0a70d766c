import { DateTime } from 'luxon';
import {
  InvoicePreviewInput,
  isBlank,
  PreviewCouponInput,
  PreviewCustomerInput,
  PreviewSubscriptionsInput,
  type RawInput,
} from '@tollgate/contracts';
import { ApiError, ValidationFailed, readRawInput, type Instant } from '@tollgate/platform';

/** The requested preview, validated as far as possible without a lookup. */
export interface PreviewInput {
  customer: PreviewCustomerInput;
  subscriptions: PreviewSubscriptionsInput;
  coupons: PreviewCouponInput[];
  billingEntityCode: string | null;
  planCode: string;
  /** Unix milliseconds. */
  subscriptionAt: number;
  billingTime: 'calendar' | 'anniversary';
}

/** Reads the body of a preview (invoices, section 11). @param now Unix ms @throws ApiError 400, ValidationFailed */
export function readPreview(raw: RawInput, now: Instant): PreviewInput {
  const { coupons, subscriptions } = raw;
  if (isObject(coupons)) throw malformed('coupons_must_be_an_array');
  if (Array.isArray(subscriptions)) throw malformed('subscriptions_must_be_an_object');
  const input = readRawInput(InvoicePreviewInput, raw);
  return {
    customer: readRawInput(PreviewCustomerInput, input.customer ?? {}),
    subscriptions: readRawInput(PreviewSubscriptionsInput, input.subscriptions ?? {}),
    coupons: (input.coupons ?? []).map((coupon) => readRawInput(PreviewCouponInput, coupon)),
    billingEntityCode: isBlank(input.billing_entity_code) ? null : (input.billing_entity_code as string),
    planCode: input.plan_code ?? '',
    subscriptionAt: startOf(input.subscription_at, now),
    billingTime: input.billing_time ?? 'calendar',
  };
}

const isObject = (value: unknown) => value !== null && typeof value === 'object' && !Array.isArray(value);

const malformed = (error: string) => new ApiError(400, { status: 400, error });

function startOf(text: string | null | undefined, now: Instant): number {
  if (isBlank(text)) return now;
  const parsed = DateTime.fromISO(text?.trim() ?? '', { zone: 'utc' });
  if (!parsed.isValid) throw new ValidationFailed({ subscription_at: ['invalid_date'] });
  return parsed.toMillis();
}

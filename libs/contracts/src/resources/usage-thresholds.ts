import { z } from 'zod';
import { type FieldErrors, bodyOf } from '../http/body.js';
import { readBody } from '../http/read-body.js';
import { cents, flag, integer, isBlank, text } from '../http/fields.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';

/** An amount of usage that triggers an invoice within the period (catalog, section 3.5). */
export const UsageThreshold = shape('An amount of usage that triggers an invoice within the period', {
  svc_id: svcId(),
  threshold_display_name: described(z.string().nullable(), 'Name of the threshold', 'First step'),
  amount_cents: described(cents(), ...texts.amountCents),
  recurring: described(z.boolean(), 'Whether it applies repeatedly after the last threshold'),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type UsageThreshold = z.infer<typeof UsageThreshold>;

/** A threshold in force, of a plan or of a subscription. */
export const ApplicableUsageThreshold = described(
  UsageThreshold.pick({
    threshold_display_name: true,
    amount_cents: true,
    recurring: true,
  }),
  'A usage threshold in force, of the plan or of the subscription',
);
export type ApplicableUsageThreshold = z.infer<typeof ApplicableUsageThreshold>;

/** A threshold on the invoice that it triggered, with the subscription's lifetime usage at that moment. */
export const AppliedUsageThreshold = shape(
  'The threshold that made the invoice, with the lifetime usage at that moment',
  {
    lifetime_usage_amount_cents: described(
      cents(),
      'Lifetime usage at that moment, in the smallest unit of the currency',
      105_000,
    ),
    created_at: createdAt(),
    usage_threshold: UsageThreshold,
  },
);
export type AppliedUsageThreshold = z.infer<typeof AppliedUsageThreshold>;

export const UsageThresholdInput = bodyOf(UsageThreshold, {
  amount_cents: integer(),
  threshold_display_name: text(),
  recurring: flag(),
});

/**
 * Validates the thresholds of a plan or of a subscription, and reports the first broken rule (catalog, section 3.5).
 */
export function readUsageThresholds(
  list: Record<string, unknown>[],
): { thresholds: ApplicableUsageThreshold[] } | { errors: FieldErrors } {
  const thresholds: ApplicableUsageThreshold[] = [];
  if (list.some(({ amount_cents: amount }) => isBlank(amount)))
    return { errors: { usage_thresholds: ['missing_amount_cents'] } };
  for (const item of list) {
    const read = readBody(UsageThresholdInput, item);
    if ('errors' in read) return read;
    const { amount_cents: amount, threshold_display_name: name, recurring } = read.input;
    thresholds.push({ amount_cents: amount ?? 0, threshold_display_name: name ?? null, recurring: recurring ?? false });
  }
  if (
    new Set(thresholds.map(({ amount_cents: amount, recurring }) => `${amount} ${recurring}`)).size < thresholds.length
  ) {
    return { errors: { usage_thresholds: ['duplicated_values'] } };
  }
  if (thresholds.filter(({ recurring }) => recurring).length > 1)
    return { errors: { usage_thresholds: ['multiple_recurring_thresholds'] } };
  if (thresholds.some(({ amount_cents: amount }) => amount <= 0))
    return { errors: { amount_cents: ['value_is_out_of_range'] } };
  return { thresholds };
}

import type { ApplicableUsageThreshold, readUsageThresholds } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';

/** The thresholds of a body, or the first broken rule of them. */
export type ThresholdsDraft = ReturnType<typeof readUsageThresholds>;

/** @throws ValidationFailed */
export function checkThresholds(draft: ThresholdsDraft): ApplicableUsageThreshold[] {
  if ('errors' in draft) throw new ValidationFailed(draft.errors);
  return draft.thresholds;
}

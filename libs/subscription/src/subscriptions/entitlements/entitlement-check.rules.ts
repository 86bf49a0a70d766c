import type { EntitlementValue } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';

/** The entitlement of a subscription to a privilege. */
export interface CheckedPrivilege {
  /** Undefined without a value. */
  value: EntitlementValue | undefined;
  /** Current usage of the limited metric, decimal text; undefined without a limit. */
  usedUnits: string | undefined;
}

/**
 * Whether a subscription may use a feature (docs/concepts/entitlements.md). It must have the feature. For a requested
 * privilege it needs a value other than `false` that leaves at least one unit below a limit.
 */
export function isAllowed(entitled: boolean, privilege: CheckedPrivilege | null): boolean {
  if (!entitled || privilege === null) return entitled;
  const { value, usedUnits } = privilege;
  if (value === undefined || value === false) return false;
  return usedUnits === undefined || new Decimal(usedUnits).lt(Number(value));
}

/** The remaining units below a limit: decimal text, at least zero. */
export const remainingUnits = (limit: EntitlementValue, usedUnits: string): string =>
  Decimal.max(0, new Decimal(Number(limit)).minus(usedUnits)).toFixed();

import type { EntitlementValue } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';

/** What a subscription has of a privilege. */
export interface CheckedPrivilege {
  /** Undefined where it has no value of it. */
  value: EntitlementValue | undefined;
  /** Used so far of the metric that the value limits, decimal text; undefined where it limits none. */
  usedUnits: string | undefined;
}

/**
 * Whether a feature may be used: the subscription has it and, where a privilege is asked for, a value of it that is not
 * `false`, and below a limit one unit more (docs/entitlements.md).
 */
export function isAllowed(entitled: boolean, privilege: CheckedPrivilege | null): boolean {
  if (!entitled || privilege === null) return entitled;
  const { value, usedUnits } = privilege;
  if (value === undefined || value === false) return false;
  return usedUnits === undefined || new Decimal(usedUnits).lt(Number(value));
}

/** What is left below a limit: decimal text, none below zero. */
export const remainingUnits = (limit: EntitlementValue, usedUnits: string): string =>
  Decimal.max(0, new Decimal(Number(limit)).minus(usedUnits)).toFixed();

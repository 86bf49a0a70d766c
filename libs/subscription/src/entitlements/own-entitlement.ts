/** By id of a privilege, its value as it is kept; what a plan gives of a feature. */
export type PlanValues = ReadonlyMap<string, string>;

/** What a subscription has of a feature beside its plan. */
export interface OwnEntitlement {
  /** Whether it has the feature, also without its plan. */
  granted: boolean;
  /** Whether it lacks the feature, whatever its plan says. */
  removed: boolean;
  /** By id of a privilege, its own value, or null where the privilege was taken away. */
  values: ReadonlyMap<string, string | null>;
}

const none: OwnEntitlement = { granted: false, removed: false, values: new Map() };

/**
 * What a subscription has of its own after it was given values: what its plan says needs no value of its own, and exactly
 * what its plan says leaves nothing of its own; what was taken away comes back (customers, section 6.3).
 * @param plan undefined where the plan does not entitle to the feature
 * @returns null for nothing
 */
export function withValues(
  own: OwnEntitlement | undefined,
  plan: PlanValues | undefined,
  newValues: PlanValues,
): OwnEntitlement | null {
  if (plan && plan.size === newValues.size && [...newValues].every(([id, value]) => plan.get(id) === value)) return null;
  const values = new Map(own?.values);
  for (const [id, value] of newValues) {
    if (plan?.get(id) === value) values.delete(id);
    else values.set(id, value);
  }
  return unlessEmpty({ granted: !plan || hasValue(values), removed: false, values });
}

/** The same after the feature was taken away. @returns null for nothing */
export const withoutFeature = (plan: PlanValues | undefined): OwnEntitlement | null =>
  plan ? { ...none, removed: true } : null;

/** The same after a privilege was taken away. @returns null for nothing */
export function withoutPrivilege(
  own: OwnEntitlement | undefined,
  plan: PlanValues | undefined,
  privilegeId: string,
): OwnEntitlement | null {
  const before = own ?? none;
  const values = new Map(before.values);
  if (plan?.has(privilegeId)) values.set(privilegeId, null);
  else values.delete(privilegeId);
  return unlessEmpty({ ...before, granted: plan ? hasValue(values) : before.granted, values });
}

const hasValue = (values: OwnEntitlement['values']) => [...values.values()].some((value) => value !== null);

const unlessEmpty = (own: OwnEntitlement): OwnEntitlement | null =>
  own.granted || own.removed || own.values.size > 0 ? own : null;

/** Whether a subscription has a feature. */
export const isEntitled = (own: OwnEntitlement | undefined, plan: PlanValues | undefined): boolean =>
  !own?.removed && (plan !== undefined || (own?.granted ?? false));

/** The value of a privilege for a subscription: its own before that of its plan; undefined where it has none. */
export function valueOf(
  own: OwnEntitlement | undefined,
  plan: PlanValues | undefined,
  privilegeId: string,
): string | undefined {
  const value = own?.values.get(privilegeId);
  return value === null ? undefined : (value ?? plan?.get(privilegeId));
}

/** The stored values of a feature on a plan, by privilege id. */
export type PlanValues = ReadonlyMap<string, string>;

/** The own entitlement of a subscription to a feature, besides that of its plan. */
export interface OwnEntitlement {
  /** Whether it has the feature even if its plan lacks it. */
  granted: boolean;
  /** Whether it lacks the feature even if its plan has it. */
  removed: boolean;
  /** Its own values by privilege id; null for a removed privilege. */
  values: ReadonlyMap<string, string | null>;
}

const none: OwnEntitlement = { granted: false, removed: false, values: new Map() };

/**
 * The own entitlement after values were set. Values equal to those of the plan need no own value, and exactly the
 * plan's values leave none at all. A removed feature or privilege comes back (customers, section 6.3).
 * @param plan undefined if the plan does not entitle to the feature
 * @returns null for nothing
 */
export function withValues(
  own: OwnEntitlement | undefined,
  plan: PlanValues | undefined,
  newValues: PlanValues,
): OwnEntitlement | null {
  if (plan && plan.size === newValues.size && [...newValues].every(([id, value]) => plan.get(id) === value))
    return null;
  const values = new Map(own?.values);
  for (const [id, value] of newValues) {
    if (plan?.get(id) === value) values.delete(id);
    else values.set(id, value);
  }
  return unlessEmpty({ granted: !plan || hasValue(values), removed: false, values });
}

/** The own entitlement after the feature was removed. @returns null for nothing */
export const withoutFeature = (plan: PlanValues | undefined): OwnEntitlement | null =>
  plan ? { ...none, removed: true } : null;

/** The own entitlement after a privilege was removed. @returns null for nothing */
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

/** The value of a privilege for a subscription: its own, else that of its plan; undefined without either. */
export function valueOf(
  own: OwnEntitlement | undefined,
  plan: PlanValues | undefined,
  privilegeId: string,
): string | undefined {
  const value = own?.values.get(privilegeId);
  return value === null ? undefined : (value ?? plan?.get(privilegeId));
}

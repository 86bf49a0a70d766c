import { describe, expect, it } from '@jest/globals';
import { isEntitled, valueOf, withoutFeature, withoutPrivilege, withValues } from './own-entitlement.js';

const plan = new Map([
  ['max', '10'],
  ['root', 'true'],
]);
const values = (...pairs: [string, string][]) => new Map(pairs);

describe('the entitlements of a subscription (customers, section 6.3)', () => {
  it('are those of the plan, overridden value by value', () => {
    const own = withValues(undefined, plan, values(['max', '20'])) ?? undefined;
    expect([valueOf(own, plan, 'max'), valueOf(own, plan, 'root')]).toEqual(['20', 'true']);
    expect(own?.values).toEqual(values(['max', '20']));
  });

  it('add a feature that the plan lacks', () => {
    const own = withValues(undefined, undefined, values()) ?? undefined;
    expect(isEntitled(own, undefined)).toBe(true);
    expect(isEntitled(undefined, undefined)).toBe(false);
  });

  it('drop an override that equals the value of the plan', () => {
    const own = withValues(undefined, plan, values(['max', '20'], ['root', 'false'])) ?? undefined;
    expect(withValues(own, plan, values(['max', '10']))?.values).toEqual(values(['root', 'false']));
  });

  it('drop everything when the request has exactly the values of the plan', () => {
    const own =
      withoutPrivilege(withValues(undefined, plan, values(['max', '20'])) ?? undefined, plan, 'root') ?? undefined;
    expect(withValues(own, plan, plan)).toBeNull();
  });

  it('lack a removed feature until it is set again', () => {
    const removed = withoutFeature(plan) ?? undefined;
    expect(isEntitled(removed, plan)).toBe(false);
    expect(isEntitled(withValues(removed, plan, values(['max', '20'])) ?? undefined, plan)).toBe(true);
    expect(withoutFeature(undefined)).toBeNull();
  });

  it('lack a removed privilege, of the plan or of their own', () => {
    const ofPlan = withoutPrivilege(undefined, plan, 'root') ?? undefined;
    expect([valueOf(ofPlan, plan, 'root'), valueOf(ofPlan, plan, 'max')]).toEqual([undefined, '10']);
    const own = withValues(undefined, undefined, values(['tier', 'gold'])) ?? undefined;
    expect(valueOf(withoutPrivilege(own, undefined, 'tier') ?? undefined, undefined, 'tier')).toBeUndefined();
  });
});

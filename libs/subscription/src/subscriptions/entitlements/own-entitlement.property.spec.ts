import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isEntitled,
  valueOf,
  withoutFeature,
  withoutPrivilege,
  withValues,
  type OwnEntitlement,
} from './own-entitlement.js';

const privilege = fc.constantFrom('max', 'root', 'tier');
const values = fc
  .uniqueArray(fc.tuple(privilege, fc.constantFrom('1', '2')), { selector: ([id]) => id })
  .map((pairs) => new Map(pairs));
const plan = fc.option(values, { nil: undefined });

type Step = { give: Map<string, string> } | { take: string } | 'remove';
const step: fc.Arbitrary<Step> = fc.oneof(
  values.map((give) => ({ give })),
  privilege.map((take) => ({ take })),
  fc.constant('remove' as const),
);

function after(own: OwnEntitlement | undefined, planValues: Map<string, string> | undefined, next: Step) {
  if (next === 'remove') return withoutFeature(planValues) ?? undefined;
  return (
    ('give' in next ? withValues(own, planValues, next.give) : withoutPrivilege(own, planValues, next.take)) ??
    undefined
  );
}

const history = fc.record({ planValues: plan, steps: fc.array(step, { maxLength: 6 }) });
const lived = ({ planValues, steps }: { planValues: Map<string, string> | undefined; steps: Step[] }) =>
  steps.reduce<OwnEntitlement | undefined>((own, next) => after(own, planValues, next), undefined);

describe('the own entitlement of a subscription', () => {
  it('has every set value after any history', () => {
    fc.assert(
      fc.property(history, values, (past, newValues) => {
        const own = withValues(lived(past), past.planValues, newValues) ?? undefined;
        expect(isEntitled(own, past.planValues)).toBe(true);
        for (const [id, value] of newValues) expect(valueOf(own, past.planValues, id)).toBe(value);
      }),
    );
  });

  it('is empty after it was set to exactly the values of its plan', () => {
    fc.assert(
      fc.property(history, (past) => {
        if (past.planValues) expect(withValues(lived(past), past.planValues, past.planValues)).toBeNull();
      }),
    );
  });

  it('lacks a removed privilege and retains the others', () => {
    fc.assert(
      fc.property(history, privilege, (past, id) => {
        const before = lived(past);
        const own = withoutPrivilege(before, past.planValues, id) ?? undefined;
        expect(valueOf(own, past.planValues, id)).toBeUndefined();
        expect(isEntitled(own, past.planValues)).toBe(isEntitled(before, past.planValues));
        for (const other of ['max', 'root', 'tier'].filter((each) => each !== id))
          expect(valueOf(own, past.planValues, other)).toBe(valueOf(before, past.planValues, other));
      }),
    );
  });

  it('lacks a removed feature until values are set again', () => {
    fc.assert(
      fc.property(plan, (planValues) =>
        expect(isEntitled(withoutFeature(planValues) ?? undefined, planValues)).toBe(false),
      ),
    );
  });
});

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

function after(own: OwnEntitlement | undefined, said: Map<string, string> | undefined, next: Step) {
  if (next === 'remove') return withoutFeature(said) ?? undefined;
  return ('give' in next ? withValues(own, said, next.give) : withoutPrivilege(own, said, next.take)) ?? undefined;
}

const history = fc.record({ said: plan, steps: fc.array(step, { maxLength: 6 }) });
const lived = ({ said, steps }: { said: Map<string, string> | undefined; steps: Step[] }) =>
  steps.reduce<OwnEntitlement | undefined>((own, next) => after(own, said, next), undefined);

describe('what a subscription has beside its plan', () => {
  it('has every value that it was given, whatever was before', () => {
    fc.assert(
      fc.property(history, values, (past, given) => {
        const own = withValues(lived(past), past.said, given) ?? undefined;
        expect(isEntitled(own, past.said)).toBe(true);
        for (const [id, value] of given) expect(valueOf(own, past.said, id)).toBe(value);
      }),
    );
  });

  it('has nothing of its own once it was given exactly what its plan says', () => {
    fc.assert(
      fc.property(history, (past) => {
        if (past.said) expect(withValues(lived(past), past.said, past.said)).toBeNull();
      }),
    );
  });

  it('lacks a privilege that was taken away, and keeps the others', () => {
    fc.assert(
      fc.property(history, privilege, (past, id) => {
        const before = lived(past);
        const own = withoutPrivilege(before, past.said, id) ?? undefined;
        expect(valueOf(own, past.said, id)).toBeUndefined();
        expect(isEntitled(own, past.said)).toBe(isEntitled(before, past.said));
        for (const other of ['max', 'root', 'tier'].filter((each) => each !== id))
          expect(valueOf(own, past.said, other)).toBe(valueOf(before, past.said, other));
      }),
    );
  });

  it('lacks a feature that was taken away, until it is given values again', () => {
    fc.assert(fc.property(plan, (said) => expect(isEntitled(withoutFeature(said) ?? undefined, said)).toBe(false)));
  });
});

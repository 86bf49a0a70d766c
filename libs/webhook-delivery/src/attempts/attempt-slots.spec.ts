import { expect, it } from '@jest/globals';
import { AttemptSlots, type Slot } from './attempt-slots.js';

/** Requests slots and records the granted ones, in order. */
function observed(slots: AttemptSlots) {
  const granted: { name: string; slot: Slot }[] = [];
  return {
    requestSlots: async (organization: string, count = 1) => {
      for (let i = 0; i < count; i++)
        void slots.take(organization).then((slot) => granted.push({ name: organization, slot }));
      await new Promise((resolve) => setImmediate(resolve));
    },
    names: () => granted.map(({ name }) => name).join(''),
    slot: (index: number) => granted[index]?.slot as Slot,
  };
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

it('limits an organization to its share, and lets later ones proceed', async () => {
  const { requestSlots, names, slot } = observed(new AttemptSlots({ quick: 4, slow: 10, organization: 2 }));
  await requestSlots('a', 5);
  await requestSlots('b', 1);
  expect(names()).toBe('aab');
  slot(0).release();
  await nextTick();
  expect(names()).toBe('aaba');
});

it('lets waiting attempts proceed while others hang', async () => {
  const { requestSlots, names, slot } = observed(new AttemptSlots({ quick: 2, slow: 10, organization: 2 }));
  await requestSlots('a', 2);
  await requestSlots('b', 1);
  expect(names()).toBe('aa');
  slot(0).becomeSlow();
  await nextTick();
  expect(names()).toBe('aab');
  await requestSlots('a', 1);
  expect(names()).toBe('aab');
});

it('limits hanging attempts', async () => {
  const { requestSlots, names, slot } = observed(new AttemptSlots({ quick: 1, slow: 1, organization: 5 }));
  await requestSlots('a', 3);
  slot(0).becomeSlow();
  await nextTick();
  slot(1).becomeSlow();
  await nextTick();
  expect(names()).toBe('aa');
  slot(0).release();
  slot(1).becomeSlow();
  await nextTick();
  expect(names()).toBe('aaa');
});

it('releases a slot once, when release is called repeatedly', async () => {
  const { requestSlots, names, slot } = observed(new AttemptSlots({ quick: 1, slow: 1, organization: 5 }));
  await requestSlots('a', 3);
  slot(0).release();
  slot(0).release();
  slot(0).becomeSlow();
  await nextTick();
  expect(names()).toBe('aa');
});

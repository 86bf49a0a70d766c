import { expect, it } from '@jest/globals';
import { AttemptSlots, type Slot } from './attempt-slots.js';

/** Asks for slots and tells which were given, in their order. */
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

it('gives an organization no more than its share, and those behind it their turn', async () => {
  const { requestSlots, names, slot } = observed(new AttemptSlots({ quick: 4, slow: 10, organization: 2 }));
  await requestSlots('a', 5);
  await requestSlots('b', 1);
  expect(names()).toBe('aab');
  slot(0).release();
  await nextTick();
  expect(names()).toBe('aaba');
});

it('lets those who wait go on while others hang', async () => {
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

it('has a bound for those that hang', async () => {
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

it('is given back once, however often that is said', async () => {
  const { requestSlots, names, slot } = observed(new AttemptSlots({ quick: 1, slow: 1, organization: 5 }));
  await requestSlots('a', 3);
  slot(0).release();
  slot(0).release();
  slot(0).becomeSlow();
  await nextTick();
  expect(names()).toBe('aa');
});

import { expect, it } from '@jest/globals';
import { AttemptSlots, type Slot } from './attempt-slots.js';

/** Asks for slots and tells which were given, in their order. */
function observed(slots: AttemptSlots) {
  const given: { name: string; slot: Slot }[] = [];
  return {
    ask: async (organization: string, count = 1) => {
      for (let i = 0; i < count; i++)
        void slots.take(organization).then((slot) => given.push({ name: organization, slot }));
      await new Promise((resolve) => setImmediate(resolve));
    },
    names: () => given.map(({ name }) => name).join(''),
    slot: (index: number) => given[index]?.slot as Slot,
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('gives an organization no more than its share, and those behind it their turn', async () => {
  const { ask, names, slot } = observed(new AttemptSlots({ quick: 4, slow: 10, organization: 2 }));
  await ask('a', 5);
  await ask('b', 1);
  expect(names()).toBe('aab');
  slot(0).release();
  await turn();
  expect(names()).toBe('aaba');
});

it('lets those who wait go on while others hang', async () => {
  const { ask, names, slot } = observed(new AttemptSlots({ quick: 2, slow: 10, organization: 2 }));
  await ask('a', 2);
  await ask('b', 1);
  expect(names()).toBe('aa');
  slot(0).becomeSlow();
  await turn();
  expect(names()).toBe('aab');
  await ask('a', 1);
  expect(names()).toBe('aab');
});

it('has a bound for those that hang', async () => {
  const { ask, names, slot } = observed(new AttemptSlots({ quick: 1, slow: 1, organization: 5 }));
  await ask('a', 3);
  slot(0).becomeSlow();
  await turn();
  slot(1).becomeSlow();
  await turn();
  expect(names()).toBe('aa');
  slot(0).release();
  slot(1).becomeSlow();
  await turn();
  expect(names()).toBe('aaa');
});

it('is given back once, however often that is said', async () => {
  const { ask, names, slot } = observed(new AttemptSlots({ quick: 1, slow: 1, organization: 5 }));
  await ask('a', 3);
  slot(0).release();
  slot(0).release();
  slot(0).becomeSlow();
  await turn();
  expect(names()).toBe('aa');
});

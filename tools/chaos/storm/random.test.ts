import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from './random.ts';

test('a seed always draws the same', () => {
  const random = new Random('7');
  assert.deepEqual(
    [random.int(1, 1_000_000), random.digits(8), random.chance(0.5), random.pick(['a', 'b', 'c'])],
    [591_693, '75400031', true, 'a'],
  );
  assert.equal(new Random('7').of('storm1').int(1, 1_000_000), 818_753);
});

test('a source of its own is not changed by draws of another', () => {
  const [first, second] = [new Random('1'), new Random('1')];
  first.next();
  assert.equal(first.of('one').next(), second.of('one').next());
});

test('an order contains every item once, and follows from the seed', () => {
  assert.deepEqual(new Random('3').shuffled([1, 2, 3, 4, 5]), [5, 3, 4, 1, 2]);
});

test('nothing can be picked from nothing', () => {
  assert.throws(() => new Random('1').pick([]), /Nothing to pick from/);
});

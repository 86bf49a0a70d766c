import { expect, it } from '@jest/globals';
import { BodyBudget } from './body-budget.js';

it('limits the bytes of bodies, in total and per caller', () => {
  const budget = new BodyBudget(100);
  expect([budget.take(30, 'a'), budget.take(30, 'a'), budget.take(20, 'a')]).toEqual([true, false, true]);
  expect([budget.take(50, 'b'), budget.take(1, 'c')]).toEqual([true, false]);
  budget.release(50, 'b');
  expect([budget.take(1, 'a'), budget.take(50, 'c')]).toEqual([false, true]);
});

it('admits a single body that exceeds the whole budget', () => {
  const budget = new BodyBudget(100);
  expect([budget.take(200, 'a'), budget.take(1, 'b')]).toEqual([true, false]);
  budget.release(200, 'a');
  expect(budget.take(1, 'b')).toBe(true);
});

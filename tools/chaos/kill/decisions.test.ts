import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CreditFigures, differences } from './credit-figures.ts';
import { goesOn, isComplete } from './stored-days.ts';
import { victimOf, victimsOf } from './victims.ts';

const drawnOnce: CreditFigures = {
  balance: 400,
  consumed_credits: '1.0',
  prepaid: '0 and 100',
  reserved: 0,
  inbound: 500,
  outbound: 100,
  remaining: 400,
  consumed: 100,
};

test('credits that are drawn once are no problem', () => {
  assert.deepEqual(differences(drawnOnce), []);
});

test('credits that are drawn twice, not at all or not to the end are problems', () => {
  assert.deepEqual(differences({ ...drawnOnce, outbound: 200, balance: 300 }), [
    'balance: 300 instead of 400',
    'outbound: 200 instead of 100',
  ]);
  assert.deepEqual(differences({ ...drawnOnce, prepaid: '0 and 0' }), ['prepaid: 0 and 0 instead of 0 and 100']);
  assert.deepEqual(differences({ ...drawnOnce, reserved: 1 }), ['reserved: 1 instead of 0']);
});

test('days are interrupted while some more are stored and some are stale', () => {
  const until = null;
  assert.equal(goesOn({ days: 11, units: 11, stale: 5, until }, 10), true);
  assert.equal(goesOn({ days: 10, units: 10, stale: 5, until }, 10), false);
  assert.equal(goesOn({ days: 11, units: 11, stale: 0, until }, 10), false);
});

test('days are complete when none is stale up to the clock', () => {
  const [end, earlier] = [new Date('2024-07-01'), new Date('2024-06-30')];
  assert.equal(isComplete({ days: 1, units: 1, stale: 0, until: new Date(end) }, end), true);
  assert.equal(isComplete({ days: 1, units: 1, stale: 1, until: end }, end), false);
  assert.equal(isComplete({ days: 1, units: 1, stale: 0, until: earlier }, end), false);
  assert.equal(isComplete({ days: 1, units: 1, stale: 0, until: null }, end), false);
});

test('victims follow in their order, again and again', () => {
  const victims = victimsOf('service,both,segment');
  assert.deepEqual(
    [1, 2, 3, 4, 7].map((round) => victimOf(round, victims)),
    ['service', 'both', 'segment', 'service', 'service'],
  );
});

test('an unknown victim is refused', () => {
  assert.throws(() => victimsOf('service,nothing,toString'), /^Error: nothing, toString: not one of service, both/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedFees, taxOn } from './expected.ts';
import type { PlanCode } from './price-list.ts';
import type { UsageEvent } from './usage.ts';

let number = 0;
const event = (code: UsageEvent['code'], value?: number | string): UsageEvent => ({
  transaction_id: `t${++number}`,
  external_subscription_id: 's',
  code,
  properties: value === undefined ? {} : { value },
});

/** Units, cents and events of the first month's fees, by metric. */
function fees(plan: PlanCode, events: UsageEvent[], metric: string): string[] {
  const [month = []] = expectedFees(plan, [events, []]);
  return month
    .filter(({ key }) => key.split(' ')[1] === metric)
    .map(({ units, cents, events: count }) => `${units} ${cents} ${count}`);
}

test('a month in arrears has its fees once it is over', () => {
  const keys = expectedFees('arrears', [[event('calls')], []]).map((month) => month.map(({ key }) => key));
  assert.deepEqual(keys, [['subscription', 'charge calls', 'charge bytes', 'charge peak'], []]);
});

test('a month in advance has its fee at once, and one for each event', () => {
  const keys = expectedFees('advance', [[], [event('tokens', 3)]]).map((month) => month.map(({ key }) => key));
  assert.deepEqual(keys, [['subscription'], ['subscription', `event tokens t${number}`]]);
});

test('each charge model prices units as the reference says', () => {
  const cases: [UsageEvent[], string, string][] = [
    [[event('calls'), event('calls')], 'calls', '2 3 2'],
    // 1000 x 0.01 + 2, and 500.5 x 0.0052 + 1.5
    [[event('bytes', 1000), event('bytes', '500.5')], 'bytes', '1500.5 1610 2'],
    // 151 units, 50 of them free: two packages
    [[event('seconds', 151)], 'seconds', '151 250 1'],
    // 101 x 0.253: the highest of them counts
    [[event('peak', '20'), event('peak', '101')], 'peak', '101 2555 2'],
    [[event('users', 'a'), event('users', 'b'), event('users', 'a')], 'users', '2 501 2'],
    // 1.3 % of 100, and 0.021 for each of two
    [[event('transfers', '60'), event('transfers', '40')], 'transfers', '100 134 2'],
  ];
  for (const [events, metric, expected] of cases) assert.deepEqual(fees('arrears', events, metric), [expected], metric);
});

test('an event in advance pays what the price grows by', () => {
  // Packages of three at 0.75, two jobs free.
  const jobs = Array.from({ length: 6 }, () => event('jobs'));
  const cents = fees('advance', jobs, 'jobs').map((fee) => fee.split(' ')[1]);
  assert.deepEqual(cents, ['0', '0', '75', '0', '0', '75']);
});

test('a value that is no decimal does not count', () => {
  assert.deepEqual(fees('arrears', [event('transfers', 'many'), event('transfers')], 'transfers'), []);
});

test('taxes are rounded to whole cents', () => {
  assert.deepEqual([taxOn(0n), taxOn(100n), taxOn(1994n)], [0n, 8n, 165n]);
});

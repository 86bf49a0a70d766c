import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedAlready } from './stream.ts';
import type { UsageEvent } from './usage.ts';

const event = (id: string): UsageEvent => ({
  transaction_id: id,
  external_subscription_id: 's',
  code: 'calls',
  properties: {},
});
const refusal = (details: Record<string, unknown>) => ({ status: 422, body: { error_details: details } });
const repetition = { transaction_id: ['value_already_exist'] };

test('a refused event is stored already if its id is its only problem', () => {
  assert.deepEqual(storedAlready(refusal(repetition), [event('a')]), new Set([0]));
  assert.equal(storedAlready(refusal({ transaction_id: ['value_is_mandatory'] }), [event('a')]), undefined);
  assert.equal(storedAlready(refusal({ ...repetition, code: ['value_is_mandatory'] }), [event('a')]), undefined);
});

test('a refused batch names the events that are stored already', () => {
  const events = [event('a'), event('b'), event('c')];
  assert.deepEqual(storedAlready(refusal({ 0: repetition, 2: repetition }), events), new Set([0, 2]));
  assert.equal(storedAlready(refusal({ 0: repetition, 1: { code: ['x'] } }), events), undefined);
  assert.equal(storedAlready(refusal({}), events), undefined);
  assert.equal(storedAlready({ status: 500, body: {} }, events), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Api } from '@tollgate/harness/api';
import { leaks, wayUp } from './journey.ts';
import type { Span } from './otlp.ts';

const span = (spanId: string, parentSpanId: string | null, attributes: Span['attributes'] = {}): Span => ({
  service: 'gateway',
  traceId: 't',
  spanId,
  parentSpanId,
  name: `span ${spanId}`,
  kind: 1,
  attributes,
  events: [],
  links: [],
  failed: false,
  statusMessage: '',
});

test('the way up ends at the first span, or where a parent is missing', () => {
  const spans = [span('a', null), span('b', 'a'), span('c', 'b'), span('d', 'missing')];
  assert.deepEqual(wayUp(spans, spans[2]), ['span c', 'span b', 'span a']);
  assert.deepEqual(wayUp(spans, spans[3]), ['span d']);
  assert.deepEqual(wayUp(spans, undefined), []);
});

test('spans that know each other as parents do not go on without end', () => {
  const spans = [span('a', 'b'), span('b', 'a')];
  assert.equal(wayUp(spans, spans[0]).length, 50);
});

test('a span of another trace is no parent', () => {
  const other = { ...span('a', null), traceId: 'u' };
  assert.deepEqual(wayUp([other], span('b', 'a')), ['span b']);
});

test('keys and contents of events in spans are found', () => {
  const life = { api: new Api('http://127.0.0.1', 'secret-key'), hmacKey: 'secret-hmac', id: 'o' };
  assert.deepEqual(leaks([span('a', null, { route: '/events' })], life, 'secret-admin'), []);
  const leaking = [span('a', null, { key: 'secret-key', value: 'hidden-property', n: 424242 })];
  const found = leaks(leaking, life, 'secret-admin').map((line) => line.split(' is in ')[0]);
  assert.deepEqual(found, ['secret-key', 'hidden-', '424242']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTraces } from './otlp.ts';

/** A field of a protobuf message: bytes with their length, below 128. */
const field = (number: number, content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
};
const numberField = (number: number, value: number): Buffer => Buffer.from([number << 3, value]);
const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);
const attribute = (key: string, value: Buffer): Buffer => message(field(1, key), field(2, value));

const protobuf = message(
  field(
    1,
    message(
      field(1, field(1, attribute('service.name', field(1, 'gateway')))),
      field(
        2,
        field(
          2,
          message(
            field(1, Buffer.from('aa11', 'hex')),
            field(2, Buffer.from('bb22', 'hex')),
            field(5, 'POST'),
            numberField(6, 3),
            field(9, attribute('status', numberField(3, 100))),
            field(9, attribute('route', field(1, '/events'))),
            field(15, message(field(2, 'no'), numberField(3, 2))),
            // An unknown field.
            field(14, 'ignored'),
          ),
        ),
      ),
    ),
  ),
);

const expected = {
  service: 'gateway',
  traceId: 'aa11',
  spanId: 'bb22',
  parentSpanId: null,
  name: 'POST',
  kind: 3,
  attributes: { status: 100, route: '/events' },
  events: [],
  links: [],
  failed: true,
  statusMessage: 'no',
};

test('spans are read from protobuf', () => {
  assert.deepEqual(readTraces(protobuf, 'application/x-protobuf'), [expected]);
});

test('and from JSON, to the same', () => {
  const attributes = [
    { key: 'status', value: { intValue: 100 } },
    { key: 'route', value: { stringValue: '/events' } },
  ];
  const span = {
    traceId: 'aa11',
    spanId: 'bb22',
    name: 'POST',
    kind: 3,
    attributes,
    status: { code: 2, message: 'no' },
  };
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'gateway' } }] };
  const body = Buffer.from(JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }));
  assert.deepEqual(readTraces(body, 'application/json'), [expected]);
});

test('another type is refused', () => {
  assert.throws(() => readTraces(protobuf, 'text/plain'), /Traces of type text\/plain/);
});

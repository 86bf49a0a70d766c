import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BadRequest } from '@tollgate/platform';
import { attributeOf } from '../rules/attributes.js';
import { encodePartialSuccess, encodeStatus, partialSuccess } from './otlp-answers.js';
import { otlpBounds } from './otlp-bounds.js';
import { logsRequest, tracesRequest } from './otlp-messages.js';
import { decodeMessage } from './protobuf-messages.js';
import { readOtlp } from './read-otlp.js';

type Write = (writer: BinaryWriter) => BinaryWriter;
const message =
  (field: number, ...parts: Write[]): Write =>
  (writer) =>
    parts.reduce((inner, part) => part(inner), writer.tag(field, WireType.LengthDelimited).fork()).join();
const text =
  (field: number, value: string): Write =>
  (writer) =>
    writer.tag(field, WireType.LengthDelimited).string(value);
const bytes =
  (field: number, hex: string): Write =>
  (writer) =>
    writer.tag(field, WireType.LengthDelimited).bytes(Buffer.from(hex, 'hex'));
const integer =
  (field: number, value: bigint): Write =>
  (writer) =>
    writer.tag(field, WireType.Varint).int64(value);
const nanoseconds =
  (field: number, value: bigint): Write =>
  (writer) =>
    writer.tag(field, WireType.Bit64).fixed64(value);
const double =
  (field: number, value: number): Write =>
  (writer) =>
    writer.tag(field, WireType.Bit64).double(value);
const attribute = (field: number, key: string, value: Write): Write => message(field, text(1, key), message(2, value));
const encoded = (...parts: Write[]): Uint8Array =>
  parts.reduce((writer, part) => part(writer), new BinaryWriter()).finish();

const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const bodyOfSpan = encoded(
  message(
    1,
    message(1, attribute(1, 'service.name', text(1, 'chat'))),
    message(
      2,
      message(1, text(1, 'instrumentation'), attribute(3, 'library', text(1, 'sdk'))),
      message(
        2,
        bytes(1, trace),
        bytes(2, span),
        text(5, 'chat gpt'),
        integer(6, 3n),
        nanoseconds(7, 1767225600_000000001n),
        nanoseconds(8, 1767225601_500000000n),
        attribute(9, 'gen_ai.usage.input_tokens', integer(3, 120n)),
        attribute(9, 'large', integer(3, 9007199254740993n)),
        attribute(9, 'negative', integer(3, -5n)),
        attribute(9, 'cost', double(4, 0.25)),
        attribute(9, 'list', message(5, message(1, text(1, 'a')), message(1, integer(3, 2n)))),
        attribute(
          9,
          'map',
          message(
            6,
            attribute(1, 'inner', (writer) => writer.tag(2, WireType.Varint).bool(true)),
          ),
        ),
        message(15, integer(3, 1n)),
        // An event of the span, which is passed over.
        message(11, text(2, 'exception')),
      ),
    ),
  ),
);
const jsonOfSpan = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'chat' } }] },
      scopeSpans: [
        {
          scope: { name: 'instrumentation', attributes: [{ key: 'library', value: { stringValue: 'sdk' } }] },
          spans: [
            {
              traceId: trace.toUpperCase(),
              spanId: span,
              name: 'chat gpt',
              kind: 3,
              startTimeUnixNano: '1767225600000000001',
              endTimeUnixNano: '1767225601500000000',
              attributes: [
                { key: 'gen_ai.usage.input_tokens', value: { intValue: 120 } },
                { key: 'large', value: { intValue: '9007199254740993' } },
                { key: 'negative', value: { intValue: '-5' } },
                { key: 'cost', value: { doubleValue: 0.25 } },
                { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }, { intValue: '2' }] } } },
                { key: 'map', value: { kvlistValue: { values: [{ key: 'inner', value: { boolValue: true } }] } } },
              ],
              status: { code: 1 },
            },
          ],
        },
      ],
    },
  ],
};

describe('a span', () => {
  it.each([
    ['Protocol Buffers', decodeMessage(bodyOfSpan, tracesRequest)],
    ['JSON', jsonOfSpan],
  ])('is read from %s', (_, body) => {
    const [input, ...others] = readOtlp(body);
    expect(others).toEqual([]);
    if (!input) throw new Error('no span');
    expect(input.id).toBe(`${trace}-${span}`);
    const found = (path: string) => attributeOf(input, path);
    expect(found('gen_ai.usage.input_tokens')).toBe(120);
    expect(found('large')).toBe('9007199254740993');
    expect(found('negative')).toBe(-5);
    expect(found('cost')).toBe(0.25);
    expect(found('list.1')).toBe(2);
    expect(found('map.inner')).toBe(true);
    expect(found('service.name')).toBe('chat');
    expect(found('library')).toBe('sdk');
    expect(found('span.name')).toBe('chat gpt');
    expect(found('span.end_time')).toBe('1767225601.500000000');
    expect(found('span.status_code')).toBe(1);
  });

  it('without identifiers has no identifier', () => {
    const [input] = readOtlp({ resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: '', spanId: '00' }] }] }] });
    expect(input?.id).toBeNull();
  });
});

describe('a log record', () => {
  const body = (time: bigint, content: string) =>
    decodeMessage(
      encoded(
        message(1, message(2, message(2, nanoseconds(1, time), message(5, text(1, content)), text(12, 'usage')))),
      ),
      logsRequest,
    );

  it('is identified by its content and time', () => {
    const idOf = (time: bigint, content: string) => readOtlp(body(time, content))[0]?.id;
    expect(idOf(1n, 'a')).toBe(idOf(1n, 'a'));
    expect(idOf(1n, 'a')).toMatch(/^[0-9a-f]{40}$/);
    expect(new Set([idOf(1n, 'a'), idOf(2n, 'a'), idOf(1n, 'b')]).size).toBe(3);
    expect(idOf(0n, 'a')).toBeNull();
  });

  it('has its body and fields', () => {
    const [input] = readOtlp(body(1767225600_000000000n, 'x'));
    expect(input && attributeOf(input, 'log.body')).toBe('x');
    expect(input && attributeOf(input, 'log.event_name')).toBe('usage');
    expect(input && attributeOf(input, 'log.time')).toBe('1767225600.000000000');
  });
});

describe('a body', () => {
  it('of any bytes is read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (some) => {
        try {
          readOtlp(decodeMessage(some, tracesRequest));
        } catch (error) {
          expect(error).toBeInstanceOf(BadRequest);
        }
      }),
    );
  });

  it('that is cut off is refused', () => {
    for (let end = 1; end < bodyOfSpan.length; end++)
      expect(() => decodeMessage(bodyOfSpan.subarray(0, end), tracesRequest)).toThrow(BadRequest);
  });

  it('is refused beyond its bounds', () => {
    const deep = Array.from({ length: 40 }).reduce<Write>((inner) => message(5, message(1, inner)), text(1, 'x'));
    const nested = encoded(message(1, message(1, attribute(1, 'deep', deep))));
    expect(() => decodeMessage(nested, tracesRequest)).toThrow('too many or too deep');
    const many = encoded((writer) => {
      for (let count = 0; count <= otlpBounds.messages; count++) message(1)(writer);
      return writer;
    });
    expect(() => decodeMessage(many, tracesRequest)).toThrow('too many or too deep');
    expect(() => readOtlp([])).toThrow(BadRequest);
    const spans = Array.from({ length: otlpBounds.records + 1 }, () => ({}));
    expect(() => readOtlp({ resourceSpans: [{ scopeSpans: [{ spans }] }] })).toThrow('too many records');
  });

  it('of nothing has no records', () => {
    expect(readOtlp(decodeMessage(new Uint8Array(), tracesRequest))).toEqual([]);
    expect(readOtlp({})).toEqual([]);
  });
});

describe('an answer', () => {
  it('has the number of refused records, or is empty', () => {
    expect(partialSuccess('rejectedSpans', 0, '')).toEqual({});
    expect(partialSuccess('rejectedSpans', 2, 'why')).toEqual({
      partialSuccess: { rejectedSpans: '2', errorMessage: 'why' },
    });
    expect(encodePartialSuccess(0, 'x')).toHaveLength(0);
    const reader = new BinaryReader(encodePartialSuccess(2, 'why'));
    expect(reader.tag()).toEqual([1, WireType.LengthDelimited]);
    const inner = new BinaryReader(reader.bytes());
    expect([inner.tag(), inner.int64(), inner.tag(), inner.string()]).toEqual([
      [1, WireType.Varint],
      2n,
      [2, WireType.LengthDelimited],
      'why',
    ]);
    const status = new BinaryReader(encodeStatus('no'));
    expect([status.tag(), status.string()]).toEqual([[2, WireType.LengthDelimited], 'no']);
  });
});

// The doors through which usage comes, each with a body that it takes.
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Api } from '@tollgate/harness/api';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** The forms in which a door refuses: ours, problem details, Stripe's, OTLP's, that of JSON-RPC, or no text. */
export type ErrorForm = 'own' | 'problem' | 'stripe' | 'protobuf' | 'json-rpc' | 'empty';

export interface Door {
  name: string;
  path: string;
  headers: Record<string, string>;
  /** A body that it takes: JSON, a form, or bytes. */
  body: { json: unknown } | { form: Record<string, string> } | { bytes: Buffer };
  refuses: ErrorForm;
  /** The headers with which a sender who knows the secret signs a body. Such a door has no other key. */
  sign?: (body: Buffer) => Record<string, string>;
}

const json = { 'content-type': 'application/json' };

const event = {
  transaction_id: 'hostile',
  external_subscription_id: 'sub',
  code: 'calls',
  timestamp: 1767225600,
  properties: { units: '1.5', region: 'eu', list: [1, 2] },
};
const cloudEvent = {
  specversion: '1.0',
  id: 'hostile',
  source: 'gateway',
  type: 'calls',
  subject: 'sub',
  time: '2026-01-01T00:00:00Z',
  data: { units: 1, nested: { a: [true, null] } },
};
const binaryHeaders = {
  ...json,
  'ce-specversion': '1.0',
  'ce-id': 'hostile',
  'ce-source': 'gateway',
  'ce-type': 'calls',
  'ce-subject': 'sub',
};
const attribute = (key: string, value: object) => ({ key, value });
const attributes = [
  attribute('external_subscription_id', { stringValue: 'sub' }),
  attribute('gen_ai.usage.input_tokens', { intValue: '120' }),
  attribute('gen_ai.usage.output_tokens', { doubleValue: 7 }),
  attribute('list', { arrayValue: { values: [{ boolValue: true }, { kvlistValue: { values: [] } }] } }),
];
const times = { startTimeUnixNano: '1767225600000000000', endTimeUnixNano: '1767225601000000000' };
const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const spans = { resourceSpans: [{ scopeSpans: [{ spans: [{ ...ids, ...times, name: 'chat', attributes }] }] }] };
const logRecord = { ...ids, timeUnixNano: times.endTimeUnixNano, body: { stringValue: 'chat' }, attributes };
const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [logRecord] }] }] };
const record = { id: 'hostile', customer: 'sub', at: '2026-01-01T00:00:00Z', units: 1500, more: [{ a: 1 }] };

/** A question of an agent, with an input of several levels. */
const question = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'price_what_if',
    arguments: {
      plan: { code: 'p', charges: [{ charge_model: 'standard' }] },
      charges: [{ charge_code: 'c', units: '1' }],
    },
  },
};

const columns = 'transaction_id,external_subscription_id,code,timestamp,properties.units';
const parquet = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'transaction_id', data: ['p1', 'p2'], type: 'STRING' },
      { name: 'external_subscription_id', data: ['sub', 'sub'], type: 'STRING' },
      { name: 'code', data: ['calls', 'calls'], type: 'STRING' },
      { name: 'timestamp', data: [new Date(0), new Date(1)], type: 'TIMESTAMP' },
      { name: 'properties.units', data: [1n, 2n], type: 'INT64' },
    ],
  }),
).toString('base64');
const backfills: [name: string, input: object][] = [
  [
    'a backfill of CSV',
    { format: 'csv', content: `${columns}\nc1,sub,calls,1767225600,1\nc2,sub,calls,1767225601,2\n` },
  ],
  ['a backfill of lines', { format: 'jsonl', content: `${JSON.stringify(event)}\n${JSON.stringify(event)}\n` }],
  ['a backfill of Parquet', { format: 'parquet', content: parquet }],
];

const inField = (writer: BinaryWriter, field: number, write: (inner: BinaryWriter) => void): BinaryWriter => {
  write(writer.tag(field, WireType.LengthDelimited).fork());
  return writer.join();
};

/** The attributes of a span or a log record, in the given field. */
function writeAttributes(writer: BinaryWriter, field: number): void {
  inField(writer, field, (one) => {
    one.tag(1, WireType.LengthDelimited).string('external_subscription_id');
    inField(one, 2, (value) => value.tag(1, WireType.LengthDelimited).string('sub'));
  });
  inField(writer, field, (one) => {
    one.tag(1, WireType.LengthDelimited).string('gen_ai.usage.input_tokens');
    inField(one, 2, (value) => value.tag(3, WireType.Varint).int64(120));
  });
}

/** A request of OTLP with one span or log record. */
function protobuf(write: (record: BinaryWriter) => void): Buffer {
  const writer = new BinaryWriter();
  inField(writer, 1, (resource) => inField(resource, 2, (scope) => inField(scope, 2, write)));
  return Buffer.from(writer.finish());
}

const spanBytes = protobuf((span) => {
  span.tag(1, WireType.LengthDelimited).bytes(Buffer.from(ids.traceId, 'hex'));
  span.tag(2, WireType.LengthDelimited).bytes(Buffer.from(ids.spanId, 'hex'));
  span.tag(8, WireType.Bit64).fixed64(times.endTimeUnixNano);
  writeAttributes(span, 9);
});
const logBytes = protobuf((log) => {
  log.tag(1, WireType.Bit64).fixed64(times.endTimeUnixNano);
  writeAttributes(log, 6);
});

/** Makes the sources, and returns all doors of their organization for its own programs. */
export async function makeDoors(api: Api): Promise<Door[]> {
  const rules = [
    { code: 'calls', subscription: 'customer', timestamp: 'at', properties: [{ name: 'units', path: 'units' }] },
  ];
  for (const source of [
    { code: 'traces', name: 'Traces', kind: 'gen_ai' },
    { code: 'hook', name: 'Hook', kind: 'webhook', rules },
    { code: 'gateway', name: 'Gateway', kind: 'litellm' },
  ])
    await api.ok('POST', '/api/v1/event_sources', { event_source: source });
  const binary = { 'content-type': 'application/x-protobuf' };
  const door = (name: string, path: string, body: Door['body'], more: Partial<Door> = {}): Door => ({
    name,
    path,
    headers: json,
    body,
    refuses: 'own',
    ...more,
  });
  const ofCloudEvents = (type: string): Partial<Door> => ({ headers: { 'content-type': type }, refuses: 'problem' });
  const [structured, batched] = ['application/cloudevents+json', 'application/cloudevents-batch+json'];
  return [
    door('one event', '/api/v1/events', { json: { event } }),
    door('a batch of events', '/api/v1/events/batch', { json: { events: [event, event] } }),
    door('a structured CloudEvent', '/api/v1/events', { json: cloudEvent }, ofCloudEvents(structured)),
    door('a batch of CloudEvents', '/api/v1/events/batch', { json: [cloudEvent, cloudEvent] }, ofCloudEvents(batched)),
    door(
      'a binary CloudEvent',
      '/api/v1/events',
      { json: cloudEvent.data },
      { headers: binaryHeaders, refuses: 'problem' },
    ),
    door(
      'a meter event',
      '/v1/billing/meter_events',
      {
        form: { event_name: 'calls', 'payload[stripe_customer_id]': 'cus_1', 'payload[value]': '25', identifier: 'h' },
      },
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, refuses: 'stripe' },
    ),
    door('traces as JSON', '/api/v1/otlp/traces/v1/traces', { json: spans }),
    door('logs as JSON', '/api/v1/otlp/traces/v1/logs', { json: logs }),
    door(
      'traces as protobuf',
      '/api/v1/otlp/traces/v1/traces',
      { bytes: spanBytes },
      { headers: binary, refuses: 'protobuf' },
    ),
    door(
      'logs as protobuf',
      '/api/v1/otlp/traces/v1/logs',
      { bytes: logBytes },
      { headers: binary, refuses: 'protobuf' },
    ),
    door(
      'questions of agents',
      '/mcp',
      { json: question },
      { headers: { ...json, accept: 'application/json, text/event-stream' }, refuses: 'json-rpc' },
    ),
    door('records of a webhook', '/api/v1/event_sources/hook/events', { json: [record, record] }),
    door('records of a gateway', '/api/v1/event_sources/gateway/events', { json: record }),
    door('a trial of records', '/api/v1/event_sources/hook/try', { json: [record] }),
    door('a trial of traces', '/api/v1/event_sources/traces/try', { json: spans }),
    ...backfills.map(([name, input]) =>
      door(name, '/api/v1/event_backfills', { json: { event_backfill: { ...input, dry_run: true } } }),
    ),
  ];
}

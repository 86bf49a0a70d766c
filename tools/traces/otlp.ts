// Reads an exporter's traces (opentelemetry-proto, ExportTraceServiceRequest) from protobuf or from JSON.

/** A value of an attribute. */
export type AttributeValue = string | number | bigint | boolean;

/** A span, with the name of its service. */
export interface Span {
  service: AttributeValue | undefined;
  traceId: string;
  spanId: string;
  /** Null: it begins its trace. */
  parentSpanId: string | null;
  name: string;
  kind: number | undefined;
  attributes: Record<string, AttributeValue | undefined>;
  events: unknown[];
  links: unknown[];
  failed: boolean;
  statusMessage: string;
}

/** Attributes as they are sent: the key of `value` is its type. */
type Attributes = { key: string; value?: Record<string, AttributeValue> }[];

/** A span as it is sent; a field with its default may be missing. */
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind?: number;
  attributes?: Attributes;
  events?: unknown[];
  links?: unknown[];
  status?: { code?: number; message?: string };
}

/** The request in protobuf, read with the fields below. */
interface ProtobufRequest {
  resources?: { resource?: { attributes?: Attributes }; scopes?: { spans?: SentSpan[] }[] }[];
}

/** The request in JSON. */
interface JsonRequest {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SentSpan[] }[] }[];
}

type Scalar = 'text' | 'hex' | 'fixed' | 'double' | 'int';
/** Fields of a message by their number; `many` marks repeated ones. */
type Fields = { [number: number]: [name: string, type: Scalar | Fields, many?: 'many'] };

const keyValue: Fields = {
  1: ['key', 'text'],
  2: ['value', { 1: ['text', 'text'], 2: ['bool', 'int'], 3: ['int', 'int'], 4: ['double', 'double'] }],
};
const link: Fields = { 1: ['traceId', 'hex'], 2: ['spanId', 'hex'] };
const status: Fields = { 2: ['message', 'text'], 3: ['code', 'int'] };
const span: Fields = {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  3: ['traceState', 'text'],
  4: ['parentSpanId', 'hex'],
  5: ['name', 'text'],
  6: ['kind', 'int'],
  7: ['begun', 'fixed'],
  8: ['ended', 'fixed'],
  9: ['attributes', keyValue, 'many'],
  11: ['events', { 2: ['name', 'text'], 3: ['attributes', keyValue, 'many'] }, 'many'],
  13: ['links', link, 'many'],
  15: ['status', status],
};
const request: Fields = {
  1: [
    'resources',
    { 1: ['resource', { 1: ['attributes', keyValue, 'many'] }], 2: ['scopes', { 2: ['spans', span, 'many'] }, 'many'] },
    'many',
  ],
};

function varint(bytes: Buffer, from: number): { value: bigint; end: number } {
  let value = 0n;
  let at = from;
  for (let shift = 0n; ; shift += 7n) {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error('The message ends within a number');
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return { value, end: at };
  }
}

const readers: Record<Exclude<Scalar, 'int'>, (bytes: Buffer) => AttributeValue> = {
  text: (bytes) => bytes.toString('utf8'),
  hex: (bytes) => bytes.toString('hex'),
  fixed: (bytes) => bytes.readBigUInt64LE(),
  double: (bytes) => bytes.readDoubleLE(),
};

/** A field as it is sent: a number, or bytes. */
interface SentField {
  number: number;
  content: bigint | Buffer;
}

/** The fields of a protobuf message, in order. */
function* sentFields(bytes: Buffer): Generator<SentField> {
  for (let at = 0; at < bytes.length;) {
    const tag = varint(bytes, at);
    const number = Number(tag.value >> 3n);
    const wire = Number(tag.value & 7n);
    at = tag.end;
    if (wire === 0) {
      const { value, end } = varint(bytes, at);
      at = end;
      yield { number, content: value };
      continue;
    }
    let length = wire === 1 ? 8 : 4;
    if (wire === 2) {
      const sent = varint(bytes, at);
      [length, at] = [Number(sent.value), sent.end];
    }
    yield { number, content: bytes.subarray(at, (at += length)) };
  }
}

function valueOf(content: bigint | Buffer, type: Scalar | Fields): unknown {
  if (type === 'int') return Number(content);
  if (typeof content === 'bigint') throw new Error('A number stands where bytes are expected');
  return typeof type === 'string' ? readers[type](content) : read(content, type);
}

/** Reads a protobuf message with some known fields. */
function read(bytes: Buffer, fields: Fields): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  const lists = new Map<string, unknown[]>();
  for (const { number, content } of sentFields(bytes)) {
    const [name, type, many] = fields[number] ?? [];
    if (name === undefined || type === undefined) continue;
    const value = valueOf(content, type);
    if (!many) {
      message[name] = value;
      continue;
    }
    const list = lists.get(name) ?? [];
    list.push(value);
    lists.set(name, list);
  }
  return { ...message, ...Object.fromEntries(lists) };
}

const record = (attributes: Attributes = []): Span['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value = {} }) => [key, Object.values(value)[0]]));

const flat = (service: Span['service'], span: SentSpan): Span => ({
  service,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || null,
  name: span.name,
  kind: span.kind,
  attributes: record(span.attributes),
  events: span.events ?? [],
  links: span.links ?? [],
  failed: span.status?.code === 2,
  statusMessage: span.status?.message ?? '',
});

/** The spans of a request, each with the name of its service. @param type the content type */
export function readTraces(body: Buffer, type: string): Span[] {
  if (type === 'application/x-protobuf') {
    const { resources = [] } = read(body, request) as ProtobufRequest;
    return resources.flatMap(({ resource, scopes = [] }) => {
      const service = record(resource?.attributes)['service.name'];
      return scopes.flatMap(({ spans = [] }) => spans.map((one) => flat(service, one)));
    });
  }
  if (type === 'application/json') {
    const { resourceSpans } = JSON.parse(body.toString('utf8')) as JsonRequest;
    return resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = record(resource.attributes)['service.name'];
      return scopeSpans.flatMap(({ spans }) => spans.map((one) => flat(service, one)));
    });
  }
  throw new Error(`Traces of type ${type}`);
}

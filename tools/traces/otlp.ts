// Reads an exporter's traces (opentelemetry-proto, ExportTraceServiceRequest) from protobuf or from JSON.

/** Fields of a message by their number; `many` marks repeated ones. */
const keyValue = {
  1: ['key', 'text'],
  2: ['value', { 1: ['text', 'text'], 2: ['bool', 'int'], 3: ['int', 'int'], 4: ['double', 'double'] }],
};
const link = { 1: ['traceId', 'hex'], 2: ['spanId', 'hex'] };
const status = { 2: ['message', 'text'], 3: ['code', 'int'] };
const span = {
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
const request = {
  1: [
    'resources',
    { 1: ['resource', { 1: ['attributes', keyValue, 'many'] }], 2: ['scopes', { 2: ['spans', span, 'many'] }, 'many'] },
    'many',
  ],
};

function varint(bytes, at) {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = bytes[at++];
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return [value, at];
  }
}

const readers = {
  text: (bytes) => bytes.toString('utf8'),
  hex: (bytes) => bytes.toString('hex'),
  fixed: (bytes) => bytes.readBigUInt64LE(),
  double: (bytes) => bytes.readDoubleLE(),
};

/** Reads a protobuf message with some known fields. */
function read(bytes, fields) {
  const message = {};
  for (let at = 0; at < bytes.length;) {
    let tag, length, content;
    [tag, at] = varint(bytes, at);
    const wire = Number(tag & 7n);
    if (wire === 0) [content, at] = varint(bytes, at);
    else {
      if (wire === 2) [length, at] = varint(bytes, at);
      else length = wire === 1 ? 8 : 4;
      content = bytes.subarray(at, (at += Number(length)));
    }
    const [name, type, many] = fields[Number(tag >> 3n)] ?? [];
    if (name === undefined) continue;
    const value =
      type === 'int' ? Number(content) : typeof type === 'string' ? readers[type](content) : read(content, type);
    if (many) (message[name] ??= []).push(value);
    else message[name] = value;
  }
  return message;
}

const record = (attributes = []) =>
  Object.fromEntries(attributes.map(({ key, value = {} }) => [key, Object.values(value)[0]]));

const flat = (service, { traceId, spanId, parentSpanId, name, kind, attributes, events, links, status: state }) => ({
  service,
  traceId,
  spanId,
  parentSpanId: parentSpanId || null,
  name,
  kind,
  attributes: record(attributes),
  events: events ?? [],
  links: links ?? [],
  failed: state?.code === 2,
  statusMessage: state?.message ?? '',
});

/** The spans of a request, each with the name of its service. @param type the content type */
export function readTraces(body, type) {
  if (type === 'application/x-protobuf') {
    return (read(body, request).resources ?? []).flatMap(({ resource, scopes }) =>
      (scopes ?? []).flatMap(({ spans }) =>
        (spans ?? []).map((one) => flat(record(resource?.attributes)['service.name'], one)),
      ),
    );
  }
  if (type === 'application/json') {
    return JSON.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans.map((one) => flat(record(resource.attributes)['service.name'], one))),
    );
  }
  throw new Error(`Traces of type ${type}`);
}

import type { MessageType } from './protobuf-messages.js';

/** The parts of OTLP 1.10 that are read: opentelemetry/proto/common, resource, trace and logs. */

const anyValue: MessageType = {
  1: { name: 'stringValue', type: 'text' },
  2: { name: 'boolValue', type: 'boolean' },
  3: { name: 'intValue', type: 'integer' },
  4: { name: 'doubleValue', type: 'double' },
  5: { name: 'arrayValue', type: () => arrayValue },
  6: { name: 'kvlistValue', type: () => keyValueList },
  7: { name: 'bytesValue', type: 'base64' },
};
const arrayValue: MessageType = { 1: { name: 'values', type: () => anyValue, isList: true } };
const keyValueList: MessageType = { 1: { name: 'values', type: () => keyValue, isList: true } };
const keyValue: MessageType = {
  1: { name: 'key', type: 'text' },
  2: { name: 'value', type: () => anyValue },
};
const attributes = { name: 'attributes', type: () => keyValue, isList: true } as const;

const resource: MessageType = { 1: attributes };
const scope: MessageType = { 1: { name: 'name', type: 'text' }, 2: { name: 'version', type: 'text' }, 3: attributes };

const status: MessageType = { 2: { name: 'message', type: 'text' }, 3: { name: 'code', type: 'number' } };
const span: MessageType = {
  1: { name: 'traceId', type: 'hex' },
  2: { name: 'spanId', type: 'hex' },
  4: { name: 'parentSpanId', type: 'hex' },
  5: { name: 'name', type: 'text' },
  6: { name: 'kind', type: 'number' },
  7: { name: 'startTimeUnixNano', type: 'nanoseconds' },
  8: { name: 'endTimeUnixNano', type: 'nanoseconds' },
  9: attributes,
  15: { name: 'status', type: () => status },
};
const logRecord: MessageType = {
  1: { name: 'timeUnixNano', type: 'nanoseconds' },
  2: { name: 'severityNumber', type: 'number' },
  3: { name: 'severityText', type: 'text' },
  5: { name: 'body', type: () => anyValue },
  6: attributes,
  9: { name: 'traceId', type: 'hex' },
  10: { name: 'spanId', type: 'hex' },
  11: { name: 'observedTimeUnixNano', type: 'nanoseconds' },
  12: { name: 'eventName', type: 'text' },
};

const scopeSpans: MessageType = {
  1: { name: 'scope', type: () => scope },
  2: { name: 'spans', type: () => span, isList: true },
};
const scopeLogs: MessageType = {
  1: { name: 'scope', type: () => scope },
  2: { name: 'logRecords', type: () => logRecord, isList: true },
};
const resourceSpans: MessageType = {
  1: { name: 'resource', type: () => resource },
  2: { name: 'scopeSpans', type: () => scopeSpans, isList: true },
};
const resourceLogs: MessageType = {
  1: { name: 'resource', type: () => resource },
  2: { name: 'scopeLogs', type: () => scopeLogs, isList: true },
};

/** The bodies of the calls. */
export const tracesRequest: MessageType = { 1: { name: 'resourceSpans', type: () => resourceSpans, isList: true } };
export const logsRequest: MessageType = { 1: { name: 'resourceLogs', type: () => resourceLogs, isList: true } };

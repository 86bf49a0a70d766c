import { createHash } from 'node:crypto';
import { BadRequest } from '@tollgate/platform';
import type { Attributes, SourceInput } from '../rules/source-input.js';
import { otlpBounds } from './otlp-bounds.js';
import { attributesOf, isRecord, recordsIn, secondsOfNanoseconds, valueOf } from './otlp-values.js';

/**
 * Reads the spans or log records of a body in the JSON form of OTLP. Attributes are looked up in the record, then in
 * its resource, then in its scope; fields of the record itself are `span.name`, `span.end_time`, `log.body` and so on.
 * @throws BadRequest for another body, and beyond the bounds
 */
export function readOtlp(body: unknown): SourceInput[] {
  if (!isRecord(body)) throw new BadRequest('the body is no OTLP request');
  const inputs = [
    ...recordsOf(body['resourceSpans'], 'scopeSpans', 'spans').map(spanInput),
    ...recordsOf(body['resourceLogs'], 'scopeLogs', 'logRecords').map(logInput),
  ];
  if (inputs.length > otlpBounds.records) throw new BadRequest('the body has too many records');
  return inputs;
}

interface Placed {
  record: Attributes;
  resource: Attributes;
  scope: Attributes;
}

const recordsOf = (resources: unknown, scopesName: string, recordsName: string): Placed[] =>
  recordsIn(resources).flatMap((ofResource) => {
    const resource = attributesOf(memberOf(ofResource['resource'], 'attributes'));
    return recordsIn(ofResource[scopesName]).flatMap((ofScope) => {
      const scope = attributesOf(memberOf(ofScope['scope'], 'attributes'));
      return recordsIn(ofScope[recordsName]).map((record) => ({ record, resource, scope }));
    });
  });

const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** Its identifier is computed when a rule needs it. */
const inputOf = ({ record, resource, scope }: Placed, own: Attributes, idOf: () => string | null): SourceInput => ({
  get id() {
    return idOf();
  },
  scopes: [attributesOf(record['attributes']), resource, scope, own],
});

function spanInput(placed: Placed): SourceInput {
  const { record } = placed;
  const [trace, span] = [identifierOf(record['traceId']), identifierOf(record['spanId'])];
  const own = {
    'span.trace_id': trace,
    'span.id': span,
    'span.parent_id': identifierOf(record['parentSpanId']),
    'span.name': record['name'],
    'span.kind': record['kind'],
    'span.start_time': secondsOfNanoseconds(record['startTimeUnixNano']),
    'span.end_time': secondsOfNanoseconds(record['endTimeUnixNano']),
    'span.status_code': memberOf(record['status'], 'code'),
  };
  return inputOf(placed, own, () => (trace === null || span === null ? null : `${trace}-${span}`));
}

function logInput(placed: Placed): SourceInput {
  const { record } = placed;
  const [time, observed] = [
    secondsOfNanoseconds(record['timeUnixNano']),
    secondsOfNanoseconds(record['observedTimeUnixNano']),
  ];
  const own = {
    'log.trace_id': identifierOf(record['traceId']),
    'log.span_id': identifierOf(record['spanId']),
    'log.time': time ?? observed,
    'log.observed_time': observed,
    'log.severity': record['severityText'],
    'log.event_name': record['eventName'],
    'log.body': valueOf(record['body'], 0),
  };
  return inputOf(placed, own, () => (own['log.time'] === undefined ? null : digestOf(placed)));
}

const hexadecimal = /^[0-9a-f]{1,64}$/;

/** An identifier in hexadecimal; null for none, which is empty or all zeros. */
function identifierOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return hexadecimal.test(text) && !/^0+$/.test(text) ? text : null;
}

/** Log records have no identifier: their content, with its times in nanoseconds, is the same when it is sent again. */
const digestOf = ({ record, resource, scope }: Placed): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical([record, resource, scope])))
    .digest('hex')
    .slice(0, 40);

/** The same value for the same content, however it was encoded. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (isRecord(value))
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)]);
  return typeof value === 'number' ? String(value) : value;
}

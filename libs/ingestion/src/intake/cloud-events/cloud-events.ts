import { maximumBatch, type CloudEventForm, type FieldErrors, type RawInput } from '@tollgate/contracts';

/** A usage event as a call sends it, made from a CloudEvent; or the errors of its attributes. */
export type ReadCloudEvent = { event: RawInput } | { errors: FieldErrors };

type Attributes = Readonly<Record<string, unknown>>;

/** The attributes behind the fields of an event, for errors. */
const attributeOf: Record<string, string> = {
  transaction_id: 'id',
  code: 'type',
  external_subscription_id: 'subject',
  timestamp: 'time',
  properties: 'data',
};

/** Errors of an event under the names of the attributes that the caller sent. */
export const namedByAttributes = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, codes]) => [attributeOf[field] ?? field, codes]));

const isRecord = (value: unknown): value is Attributes =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Reads the CloudEvents of a call (metering, section 2.7).
 * @param body parsed JSON; in the binary form the data alone
 * @returns null for a body of another shape than its form has
 */
export function readCloudEvents(
  form: CloudEventForm,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: unknown,
): ReadCloudEvent[] | null {
  if (form === 'binary') return [eventOf({ ...attributesIn(headers), data: body })];
  const list = form === 'batch' ? body : [body];
  if (!Array.isArray(list) || !list.every(isRecord)) return null;
  // The store refuses more than a batch by their number, so none of them is read.
  return list.length > maximumBatch ? list.map((event) => ({ event })) : list.map(eventOf);
}

/** The attributes in the headers of the binary form, whose values are percent-encoded. */
function attributesIn(headers: Readonly<Record<string, string | string[] | undefined>>): Attributes {
  const attributes = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('ce-') && typeof value === 'string' ? [[name.slice(3), decoded(value)]] : [],
  );
  return Object.fromEntries(attributes) as Attributes;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function eventOf(attributes: Attributes): ReadCloudEvent {
  const { specversion, id, type, subject, time, data } = attributes;
  const errors: FieldErrors = {};
  if (specversion !== '1.0') errors['specversion'] = ['value_is_invalid'];
  if (typeof subject !== 'string' || subject.trim() === '') errors['subject'] = ['value_is_mandatory'];
  const timestamp = time === undefined || time === null ? null : secondsOf(time);
  if (timestamp === undefined) errors['time'] = ['invalid_date'];
  const properties = propertiesOf(data);
  if (properties === null) errors['data'] = ['value_is_invalid'];
  if ('data_base64' in attributes) errors['data_base64'] = ['unsupported_value'];
  if (Object.keys(errors).length > 0) return { errors };
  return {
    event: {
      transaction_id: id,
      code: type,
      external_subscription_id: subject,
      properties,
      ...(timestamp === null ? {} : { timestamp }),
    },
  };
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Unix seconds of an RFC 3339 instant, as text with its fraction; undefined for anything else. */
function secondsOf(time: unknown): string | undefined {
  const [text, fraction = ''] = (typeof time === 'string' && rfc3339.exec(time)) || [];
  if (text === undefined) return undefined;
  const seconds = Date.parse(text.replace(fraction, '').toUpperCase()) / 1000;
  return Number.isNaN(seconds) || seconds < 0 ? undefined : `${seconds}${fraction}`;
}

/** Data as properties: an object as it is, a single value under `value`; null for a list. */
function propertiesOf(data: unknown): Attributes | null {
  if (data === undefined || data === null) return {};
  if (isRecord(data)) return data;
  return Array.isArray(data) ? null : { value: data };
}

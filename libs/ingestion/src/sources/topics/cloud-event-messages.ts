import type { IHeaders } from 'kafkajs';

/** A CloudEvent as an object, its data under `data`. */
type CloudEvent = Record<string, unknown>;

const attributeMark = 'ce_';
const json = /^[a-z]+\/([a-z0-9.+-]+\+)?json\b/i;

/**
 * The CloudEvent of a message, by the binding for Kafka (metering, section 2.8). In the binary form the headers have its
 * attributes; in the structured form the content has all of it.
 * @param content parsed JSON; undefined for a message without content
 * @returns undefined for a message that marks a deletion, or why it is no CloudEvent
 */
export function cloudEventOf(headers: IHeaders, content: unknown): CloudEvent | string | undefined {
  const named = textsOf(headers);
  if (!named.has(`${attributeMark}specversion`)) return content === undefined ? undefined : checked(content);
  const type = named.get('content-type');
  if (type !== undefined && content !== undefined && !json.test(type)) return 'content_type_is_unknown';
  const attributes = [...named].flatMap(([name, value]) =>
    name.startsWith(attributeMark) ? [[name.slice(attributeMark.length), value] as const] : [],
  );
  return checked({ ...Object.fromEntries(attributes), ...(content === undefined ? {} : { data: content }) });
}

/** Headers with one value each, their names in lower case. */
const textsOf = (headers: IHeaders): Map<string, string> =>
  new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' || Buffer.isBuffer(value) ? [[name.toLowerCase(), value.toString()] as const] : [],
    ),
  );

/** An event that has what each one must have; its data in another form than JSON is none that rules could pick from. */
function checked(event: unknown): CloudEvent | string {
  if (event === null || typeof event !== 'object' || Array.isArray(event)) return 'cloud_event_is_invalid';
  const attributes = event as CloudEvent;
  const areThere = ['id', 'source', 'type'].every((name) => {
    const value = attributes[name];
    return typeof value === 'string' && value !== '';
  });
  if (!areThere || attributes['specversion'] !== '1.0') return 'cloud_event_is_invalid';
  return 'data_base64' in attributes ? 'content_type_is_unknown' : attributes;
}

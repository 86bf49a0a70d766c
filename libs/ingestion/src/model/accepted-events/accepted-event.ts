import { readBody, readPlainEvent, EventInput, type Event, type FieldErrors } from '@tollgate/contracts';
import { currentTraceparent, isoSeconds, newId } from '@tollgate/platform';
import { Decimal, decimalText } from '@tollgate/rating';

/** An event that passed validation, in the form that the log and the store carry. */
export interface AcceptedEvent {
  id: string;
  organization_id: string;
  /** Empty when the event names no subscription. */
  external_subscription_id: string;
  transaction_id: string;
  code: string;
  /** Unix microseconds. */
  timestamp: number;
  properties: Record<string, unknown>;
  /** Decimal text with at most 15 decimals. */
  precise_total_amount_cents: string | null;
  /** Unix milliseconds of the organization's clock. */
  received_at: number;
  /** The trace of the call that sent the event; absent without tracing and on events read back from the store. */
  traceparent?: string;
}

// Size of an event apart from its texts and properties.
const fixedBytes = 300;

/** Upper estimate of an event's size as JSON, in bytes. */
export function sizeOfEvent(event: AcceptedEvent): number {
  let characters = event.transaction_id.length + event.external_subscription_id.length + event.code.length;
  for (const [name, value] of Object.entries(event.properties)) {
    characters += name.length + 6;
    characters +=
      typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 24;
  }
  return fixedBytes + characters * 3;
}

/** Converts Unix seconds as text, with fraction, to whole microseconds; truncates finer digits. */
export function toMicroseconds(unixSeconds: string): number {
  const [seconds = '0', fraction = ''] = unixSeconds.split('.');
  return Number(seconds) * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** Validates one event. `receivedAt` is in Unix milliseconds. */
export function acceptEvent(
  raw: Record<string, unknown>,
  organizationId: string,
  receivedAt: number,
): AcceptedEvent | { errors: FieldErrors } {
  const plain = readPlainEvent(raw);
  const read = plain ? { input: plain } : readBody(EventInput, raw);
  if ('errors' in read) return read;
  const { input } = read;
  const hasTimestamp = input.timestamp !== undefined && input.timestamp !== null;
  const traceparent = currentTraceparent();
  return {
    id: newId(),
    organization_id: organizationId,
    external_subscription_id: input.external_subscription_id ?? '',
    transaction_id: input.transaction_id,
    code: input.code,
    timestamp: hasTimestamp ? toMicroseconds(input.timestamp as string) : receivedAt * 1000,
    properties: input.properties ?? {},
    precise_total_amount_cents: input.precise_total_amount_cents
      ? new Decimal(input.precise_total_amount_cents).toDecimalPlaces(15, Decimal.ROUND_HALF_UP).toFixed()
      : null,
    received_at: receivedAt,
    ...(traceparent === null ? {} : { traceparent }),
  };
}

/** The part of an event that API answers show. */
export type ShownEvent = Omit<AcceptedEvent, 'organization_id'>;

/** Caches the text of the last instant; the events of one call share it. */
function remembered(textOf: (at: number) => string): (at: number) => string {
  let [lastAt, lastText] = [Number.NaN, ''];
  return (at) => {
    if (at !== lastAt) [lastText, lastAt] = [textOf(at), at];
    return lastText;
  };
}
const timestampText = remembered((at) => new Date(at).toISOString());
const createdText = remembered(isoSeconds);

/** An instant of Unix seconds as text, as answers show it: milliseconds, finer digits are truncated. */
export const presentInstant = (unixSeconds: string): string =>
  timestampText(Math.floor(toMicroseconds(unixSeconds) / 1000));

export function presentEvent(event: ShownEvent): Event {
  return {
    svc_id: event.id,
    transaction_id: event.transaction_id,
    svc_customer_id: null,
    code: event.code,
    timestamp: timestampText(Math.floor(event.timestamp / 1000)),
    precise_total_amount_cents:
      event.precise_total_amount_cents === null ? null : decimalText(new Decimal(event.precise_total_amount_cents)),
    properties: event.properties,
    svc_subscription_id: null,
    external_subscription_id: event.external_subscription_id === '' ? null : event.external_subscription_id,
    created_at: createdText(event.received_at),
  };
}

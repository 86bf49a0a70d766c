import { eventBounds, type FieldErrors, type RawInput } from '@tollgate/contracts';

/** The customer that a meter event names by its id at Stripe, or the subscription. */
export type MeteredParty = { customer: string } | { subscription: string };

/** A meter event as a call sent it. */
export interface MeterEvent {
  party: MeteredParty;
  /** Absent: one is made. */
  identifier: string | undefined;
  eventName: string;
  timestamp: unknown;
  /** As it was sent, as texts. */
  payload: Record<string, string>;
}

const customerKey = 'stripe_customer_id';
const subscriptionKey = 'external_subscription_id';
const valueKey = 'value';
const plainDecimal = /^-?\d+(\.\d+)?$/;
const wholeSeconds = /^\d+$/;

/** The parameters behind the fields of an event, for errors. */
const parameterOf: Record<string, string> = {
  transaction_id: 'identifier',
  code: 'event_name',
  external_subscription_id: `payload[${subscriptionKey}]`,
  properties: 'payload',
};

/** Errors of an event under the names of the parameters that the caller sent. */
export const namedByParameters = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, codes]) => [
      parameterOf[field] ?? field.replace(/^properties\.(.*)$/s, 'payload[$1]'),
      codes,
    ]),
  );

/**
 * Reads the parameters of a meter event: a form, or JSON with the same names (metering, section 2.9).
 * @returns the event, or the errors by parameter
 */
export function readMeterEvent(body: RawInput): { event: MeterEvent } | { errors: FieldErrors } {
  const { event_name: eventName, identifier, timestamp, payload: sent } = body;
  const errors: FieldErrors = {};
  if (isAbsent(eventName)) errors['event_name'] = ['value_is_mandatory'];
  else if (typeof eventName !== 'string') errors['event_name'] = ['value_is_invalid'];
  if (!isAbsent(identifier) && typeof identifier !== 'string') errors['identifier'] = ['value_is_invalid'];
  // Stripe has whole seconds.
  if (!isAbsent(timestamp) && !wholeSeconds.test(String(timestamp))) errors['timestamp'] = ['invalid_format'];
  const payload = textsOf(sent, errors);
  const { [customerKey]: customer, [subscriptionKey]: subscription, [valueKey]: value } = payload;
  const party = !isAbsent(subscription) ? { subscription } : isAbsent(customer) ? null : { customer };
  if (party === null && errors['payload'] === undefined) errors[`payload[${customerKey}]`] = ['value_is_mandatory'];
  if (value !== undefined && !plainDecimal.test(value)) errors[`payload[${valueKey}]`] = ['is not a number'];
  if (party === null || typeof eventName !== 'string' || Object.keys(errors).length > 0) return { errors };
  return {
    event: {
      party,
      identifier: typeof identifier === 'string' && identifier !== '' ? identifier : undefined,
      eventName,
      timestamp: isAbsent(timestamp) ? undefined : timestamp,
      payload,
    },
  };
}

/** The usage event of a meter event. The names of its customer and its subscription are no properties. */
export function usageEventOf(
  { eventName, timestamp, payload }: MeterEvent,
  { identifier, subscription }: { identifier: string; subscription: string },
): RawInput {
  const { [customerKey]: _, [subscriptionKey]: __, ...properties } = payload;
  return {
    transaction_id: identifier,
    external_subscription_id: subscription,
    code: eventName,
    properties,
    ...(timestamp === undefined ? {} : { timestamp }),
  };
}

/** Missing, null or empty: a form has no other way to leave a value out. */
const isAbsent = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/** The members of the payload as texts; Stripe has no others. */
function textsOf(sent: unknown, errors: FieldErrors): Record<string, string> {
  if (isAbsent(sent)) errors['payload'] = ['value_is_mandatory'];
  else if (typeof sent !== 'object' || Array.isArray(sent)) errors['payload'] = ['value_is_invalid'];
  if (errors['payload']) return {};
  const members = Object.entries(sent as object);
  if (members.length > eventBounds.properties) {
    errors['payload'] = ['too_many_properties'];
    return {};
  }
  const texts: Record<string, string> = {};
  for (const [name, value] of members) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      texts[name] = String(value);
    else errors[`payload[${name.slice(0, eventBounds.text)}]`] = ['value_is_invalid'];
  }
  return texts;
}

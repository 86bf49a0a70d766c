import type { MeterEventAnswer, FieldErrors, RawInput } from '@tollgate/contracts';
import { newId, ValidationFailed } from '@tollgate/platform';
import type { Subscribers } from '../subscribers/subscribers.js';
import { namedByParameters, readMeterEvent, usageEventOf, type MeteredParty } from './meter-events.js';

interface MeterEventCall {
  organizationId: string;
  body: unknown;
  /** Repeated calls of a client library have the same one; undefined without one. */
  idempotencyKey: string | undefined;
  /** Unix ms. */
  now: number;
}

/**
 * Stores a meter event, once however often it comes: a sender that received no answer repeats it (metering, section 2.9).
 * @returns the answer that Stripe gives
 * @throws ValidationFailed with the errors by parameter
 */
export async function storeMeterEvent(
  { organizationId, body, idempotencyKey, now }: MeterEventCall,
  subscribers: Subscribers,
  store: (event: RawInput) => Promise<FieldErrors | string | null>,
): Promise<MeterEventAnswer> {
  const read = readMeterEvent(isRecord(body) ? body : {});
  if ('errors' in read) throw new ValidationFailed(read.errors);
  const { event } = read;
  const [{ sandbox }, subscription] = await Promise.all([
    subscribers.organization(organizationId),
    subscriptionOf(event.party, organizationId, subscribers),
  ]);
  const identifier = event.identifier ?? idempotencyKey ?? newId();
  const refused = await store(usageEventOf(event, { identifier, subscription }));
  if (refused !== null) throw new ValidationFailed(typeof refused === 'string' ? refused : namedByParameters(refused));
  const created = Math.floor(now / 1000);
  return {
    object: 'billing.meter_event',
    created,
    event_name: event.eventName,
    identifier,
    livemode: !sandbox,
    payload: event.payload,
    timestamp: event.timestamp === undefined ? created : Number(event.timestamp),
  };
}

/** The subscription that an event goes to. @throws ValidationFailed unless a named customer has one active subscription */
async function subscriptionOf(party: MeteredParty, organizationId: string, subscribers: Subscribers): Promise<string> {
  if ('subscription' in party) return party.subscription;
  const found = await subscribers.byProviderId(organizationId, party.customer);
  if (found && 'externalId' in found) return found.externalId;
  throw new ValidationFailed({ 'payload[stripe_customer_id]': [found?.reason ?? 'customer_not_found'] });
}

const isRecord = (value: unknown): value is RawInput =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

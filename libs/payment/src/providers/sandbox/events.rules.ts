import type { ProviderAccount } from '../ports/account.js';
import type { InboundDelivery, InboundEvent } from '../ports/events.js';
import type { ProviderEvent } from '../ports/meanings.js';
import { outcomeOf } from './outcome.rules.js';

/** Reads a delivery of the sandbox provider: one event. It comes from this process, so nothing signs it. */
export function sandboxEventsOf(_account: ProviderAccount, { body }: InboundDelivery): InboundEvent[] | null {
  const payload = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  return typeof payload['id'] === 'string' ? [{ id: payload['id'], payload }] : null;
}

/** Reads the late outcome of a payment; null for other payloads. */
export function readSandboxEvent({ payload }: InboundEvent): ProviderEvent | null {
  const { charge: key, status } = payload;
  if (typeof key !== 'string' || (status !== 'succeeded' && status !== 'failed')) return null;
  const outcome = outcomeOf(key, status);
  const charge = {
    key,
    id: outcome.id ?? key,
    customerId: null,
    amountCents: 0n,
    currency: '',
    paidOnPage: null,
  };
  return { kind: 'charge', charge, outcome, method: null };
}

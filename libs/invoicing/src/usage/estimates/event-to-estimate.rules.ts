import { EventToEstimate } from '@tollgate/contracts';
import { newId, type Instant, readRawInput } from '@tollgate/platform';
import { Decimal, propertyTexts } from '@tollgate/rating';
import type { ChargedEvent } from '../../rating/in-advance-rating/event-rating.js';

/** The event of a request, before its fields are checked against each other. */
export interface RequestedEvent {
  code: string;
  externalSubscriptionId: string;
  /** Raw. */
  timestamp: unknown;
  event: ChargedEvent;
}

/** After every stored event of the same instant. */
const lastPlace = { receivedAt: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Reads an event that is not stored, dated now (Unix ms). @throws ValidationFailed */
export function readRequestedEvent(raw: unknown, now: Instant): RequestedEvent {
  const fields = raw !== null && typeof raw === 'object' && !Array.isArray(raw) ? (raw as Record<string, unknown>) : {};
  const input = readRawInput(EventToEstimate, fields);
  return {
    code: input.code ?? '',
    externalSubscriptionId: input.external_subscription_id ?? '',
    timestamp: fields['timestamp'],
    event: {
      ...lastPlace,
      externalSubscriptionId: input.external_subscription_id ?? '',
      code: input.code ?? '',
      transactionId: input.transaction_id || newId(),
      timestamp: now * 1000 + 999,
      texts: propertyTexts(input.properties ?? {}),
      priceCents: input.precise_total_amount_cents ? new Decimal(input.precise_total_amount_cents) : null,
    },
  };
}

/** Unix seconds, as a number or as text; absent is now (metering, section 2.1). */
export const isUnixSeconds = (timestamp: unknown): boolean =>
  timestamp === undefined ||
  timestamp === null ||
  (typeof timestamp === 'number' && timestamp >= 0) ||
  (typeof timestamp === 'string' && /^\d+(\.\d+)?$/.test(timestamp));

import { feeEventStatuses, type FeeEvent, type FeeEventReason, type FeeEventsMeta } from '@tollgate/contracts';
import type { RatedCount, RatedEvent, RatedEvents } from '@tollgate/ingestion/reader';
import { isoSeconds } from '@tollgate/platform';
import { Decimal, decimalText, sumOf } from '@tollgate/rating';

/** An event of a fee as the list shows it. */
export function presentFeeEvent(
  event: RatedEvent,
  { voided, readAt }: Pick<RatedEvents, 'voided' | 'readAt'>,
): FeeEvent {
  const { reason, added, preciseTotalAmountCents: price } = event;
  return {
    svc_event_id: event.id,
    transaction_id: event.transactionId,
    timestamp: microsecondText(event.timestamp),
    received_at: isoSeconds(new Date(event.receivedAt)),
    properties: event.properties,
    precise_total_amount_cents: price === null ? null : decimalText(new Decimal(price)),
    value: event.value,
    status: event.status,
    reason: reason === '' ? null : (reason as FeeEventReason),
    added: added === null ? null : decimalText(new Decimal(added)),
    voided_since: voided.some(({ id, at }) => id === event.id && at > readAt),
  };
}

/** An instant with microseconds, in which the store keeps it. */
function microsecondText(micros: number): string {
  const milliseconds = Math.floor(micros / 1000);
  const rest = String(micros - milliseconds * 1000).padStart(3, '0');
  return new Date(milliseconds).toISOString().replace('Z', `${rest}Z`);
}

/** The numbers of events by status and reason, and the units that they added. */
export function presentCounts(
  counts: readonly RatedCount[],
): Pick<FeeEventsMeta, 'status_counts' | 'reason_counts' | 'added'> {
  const total = (status: string) =>
    counts.filter((count) => count.status === status).reduce((sum, { events }) => sum + events, 0);
  return {
    status_counts: Object.fromEntries(
      feeEventStatuses.map((status) => [status, total(status)]),
    ) as FeeEventsMeta['status_counts'],
    reason_counts: counts.flatMap(({ reason, events }) =>
      reason === '' ? [] : [{ reason: reason as FeeEventReason, events }],
    ),
    added: decimalText(sumOf(counts.map(({ added }) => new Decimal(added ?? 0)))),
  };
}

import type { Instant } from '@tollgate/platform';
import { floorToSecond } from '@tollgate/rating';
import type { SubscriptionRow } from '../repositories/subscriptions.repository.js';

/** Assigns events at the start and end instants of a subscription (metering, section 2.3). */
export interface UsageEnds {
  /**
   * The beginning of its start's second; events without a fraction of a second count from there. Null if the
   * start has no fraction itself, or another subscription of its external id was active then.
   */
  firstSecond: Instant | null;
  /**
   * Whether another subscription of its external id starts exactly at its end: that one alone gets events of the
   * instant.
   */
  handsOver: boolean;
}

type Lifespan = Pick<SubscriptionRow, 'id' | 'external_id' | 'started_at' | 'terminated_at'>;

/** @param all every subscription that its external id ever had; subscriptions of other external ids have no effect */
export function usageEndsOf(row: Lifespan, all: readonly Lifespan[]): UsageEnds {
  const others = all.filter(({ id, external_id: externalId }) => id !== row.id && externalId === row.external_id);
  return { firstSecond: firstSecondOf(row, others), handsOver: others.some((other) => takesOver(other, row)) };
}

function firstSecondOf({ started_at: start }: Lifespan, others: Lifespan[]): Instant | null {
  if (start === null) return null;
  const second = floorToSecond(start.getTime());
  if (second === start.getTime()) return null;
  const wasActive = ({ started_at: began, terminated_at: end }: Lifespan) =>
    began !== null && began < start && (end === null || end.getTime() >= second);
  return others.some(wasActive) ? null : second;
}

// Ids sort by time: if two start and end at one instant, the later one gets it.
const takesOver = (other: Lifespan, { id, terminated_at: end }: Lifespan): boolean =>
  end !== null && other.started_at?.getTime() === end.getTime() && other.id > id;

import type { Instant } from '@tollgate/platform';
import { floorToSecond } from '@tollgate/rating';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';

/** Assigns events to the subscriptions that share an external id (metering, sections 2.3 and 4.3). */
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
  /** Whether another subscription of its external id started before it (metering, section 4.3). */
  followsAnother: boolean;
}

type Lifespan = Pick<SubscriptionRow, 'id' | 'external_id' | 'status' | 'started_at' | 'terminated_at'>;

/**
 * @param all every subscription that its external id ever had. Those of other external ids have no effect. Those that
 * wait for their payment have none yet.
 */
export function usageEndsOf(row: Lifespan, all: readonly Lifespan[]): UsageEnds {
  const others = all.filter(
    ({ id, external_id: externalId, status }) =>
      id !== row.id && externalId === row.external_id && status !== 'incomplete',
  );
  return {
    firstSecond: firstSecondOf(row, others),
    handsOver: others.some((other) => takesOver(other, row)),
    followsAnother: others.some((other) => startedBefore(other, row)),
  };
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

// Ids sort by time: if several start at one instant, each follows the earlier ones.
function startedBefore(other: Lifespan, { id, started_at: start }: Lifespan): boolean {
  if (start === null || other.started_at === null) return false;
  const sooner = start.getTime() - other.started_at.getTime();
  return sooner > 0 || (sooner === 0 && other.id < id);
}

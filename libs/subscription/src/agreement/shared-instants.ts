import type { Instant } from '@tollgate/platform';
import { floorToSecond } from '@tollgate/rating';
import type { SubscriptionRow } from '../repositories/subscriptions.repository.js';

/** Which events at the ends of its life are a subscription's (metering, section 2.3). */
export interface UsageEnds {
  /**
   * The beginning of the second of its start: from there on events without a fraction of a second count. Null where the
   * start has no fraction itself, or another one with its external id was active then.
   */
  firstSecond: Instant | null;
  /** Another one with its external id starts at the very instant of its end: events of that are the other's alone. */
  handsOver: boolean;
}

type Lived = Pick<SubscriptionRow, 'id' | 'external_id' | 'started_at' | 'terminated_at'>;

/** @param all every subscription that its external id ever had; those of other ones do not matter */
export function usageEndsOf(row: Lived, all: readonly Lived[]): UsageEnds {
  const others = all.filter(({ id, external_id: externalId }) => id !== row.id && externalId === row.external_id);
  return { firstSecond: firstSecondOf(row, others), handsOver: others.some((other) => takesOver(other, row)) };
}

function firstSecondOf({ started_at: start }: Lived, others: Lived[]): Instant | null {
  if (start === null) return null;
  const second = floorToSecond(start.getTime());
  if (second === start.getTime()) return null;
  const wasActive = ({ started_at: began, terminated_at: end }: Lived) =>
    began !== null && began < start && (end === null || end.getTime() >= second);
  return others.some(wasActive) ? null : second;
}

// Ids sort by time: of two that start and end at one instant the later one has it.
const takesOver = (other: Lived, { id, terminated_at: end }: Lived): boolean =>
  end !== null && other.started_at?.getTime() === end.getTime() && other.id > id;

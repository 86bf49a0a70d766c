/** Days of usage that a service has stored, and subscriptions with days that it still has to compute. */
export interface StoredDays {
  days: number;
  units: number;
  stale: number;
  /** The end of the last day that was computed. */
  until: Date | null;
}

/** Whether more days are stored than before, and some are still stale: the middle of the work. */
export const goesOn = ({ days, stale }: StoredDays, before: number): boolean => days > before && stale > 0;

/** Whether nothing is stale up to an instant. */
export const isComplete = ({ stale, until }: StoredDays, end: Date): boolean =>
  stale === 0 && until?.getTime() === end.getTime();

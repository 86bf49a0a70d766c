/** Days of usage that a service has stored, and those that it still owes. */
export interface StoredDays {
  days: number;
  units: number;
  owed: number;
  /** The end of the last day that was computed. */
  until: Date | null;
}

/** Whether more days are stored than before, and some are still owed: the middle of the work. */
export const goesOn = ({ days, owed }: StoredDays, before: number): boolean => days > before && owed > 0;

/** Whether nothing is owed up to an instant. */
export const isComplete = ({ owed, until }: StoredDays, end: Date): boolean =>
  owed === 0 && until?.getTime() === end.getTime();

const monthMs = (year: number, month: number): number => Date.UTC(year, month, 1);

/** Months up to the one of an instant (UTC), oldest first, such as `2026-02`. */
export function monthsUntil(now: Date, count: number): string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return Array.from({ length: count }, (_, place) =>
    new Date(monthMs(year, month - count + 1 + place)).toISOString().slice(0, 7),
  );
}

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { first: string; last: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { first: `${month}-01`, last: new Date(monthMs(year, number) - 1).toISOString().slice(0, 10) };
}

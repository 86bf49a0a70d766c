const dayMs = 86_400_000;

/** The last day of a month in UTC. */
const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** An instant later by days, or by months: the same day, or the last one of a shorter month (UTC). */
export function laterBy(iso: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const date = new Date(iso);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const day = Math.min(date.getUTCDate(), lastDayOf(first.getUTCFullYear(), first.getUTCMonth()));
  const time = date.getTime() % dayMs;
  const midnight = Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), day + days);
  return new Date(midnight + (time < 0 ? time + dayMs : time)).toISOString().replace('.000Z', 'Z');
}

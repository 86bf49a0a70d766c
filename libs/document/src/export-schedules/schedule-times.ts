import type { ExportInterval } from '@tollgate/contracts';
import {
  addDays,
  addMonths,
  formatDate,
  HOUR,
  localDate,
  parseDate,
  startOfDate,
  utcOffset,
  type Instant,
  type PlainDate,
} from '@tollgate/rating';

/** When an export runs. */
export interface RunTimes {
  interval: ExportInterval;
  /** Of the local day, 0 to 23. */
  hour: number;
}

/** The instant of an hour of a day. A skipped hour is the one before it; of a repeated one, it is one of both. */
function atHour(day: PlainDate, hour: number, timezone: string): Instant {
  const start = startOfDate(day, timezone);
  const at = start + hour * HOUR;
  return at + utcOffset(start, timezone) - utcOffset(at, timezone);
}

/** Monday is 1. */
const weekday = (day: PlainDate): number => new Date(`${formatDate(day)}T00:00:00Z`).getUTCDay() || 7;

/** The first day of the running interval, and of the one behind it. */
const begins: Record<ExportInterval, (today: PlainDate) => [PlainDate, PlainDate]> = {
  daily: (today) => [today, addDays(today, 1)],
  weekly: (today) => {
    const monday = addDays(today, 1 - weekday(today));
    return [monday, addDays(monday, 7)];
  },
  monthly: ({ year, month }) => {
    const first = { year, month, day: 1 };
    return [first, addMonths(first, 1)];
  },
};

/** The next run behind an instant: each day, on Mondays, or on the first day of a month. */
export function nextRun({ interval, hour }: RunTimes, timezone: string, after: Instant): Instant {
  const [running, next] = begins[interval](parseDate(localDate(after, timezone)));
  const at = atHour(running, hour, timezone);
  return at > after ? at : atHour(next, hour, timezone);
}

import { localPlainDate, startOfDate, type Instant } from './local-time.js';
import { addDays, addMonths, daysInMonth, formatDate, parseDate, type PlainDate } from './plain-date.js';

/** Days of a month up to one of them: both as `YYYY-MM-DD`, and from the first instant to before the last one. */
export interface DaysOfMonth {
  firstDay: string;
  lastDay: string;
  from: Instant;
  /** The first instant after the last day. */
  end: Instant;
}

/** The running month up to today, and the previous month up to the same day. */
export interface MonthToDate {
  running: DaysOfMonth;
  previous: DaysOfMonth;
}

/**
 * The days of the running month in a zone, and those of the previous month to compare with. The 31st of a month is
 * compared with the last day of a shorter one (customers, section 12.3).
 */
export function monthToDate(now: Instant, timezone: string): MonthToDate {
  const today = localPlainDate(now, timezone);
  return { running: daysUntil(today, timezone), previous: daysUntil(addMonths(today, -1), timezone) };
}

function daysUntil(day: PlainDate, timezone: string): DaysOfMonth {
  const first = { ...day, day: 1 };
  return {
    firstDay: formatDate(first),
    lastDay: formatDate(day),
    from: startOfDate(first, timezone),
    end: startOfDate(addDays(day, 1), timezone),
  };
}

/** All days of a month in a zone. @param month `YYYY-MM` */
export function daysOfMonth(month: string, timezone: string): DaysOfMonth {
  const first = parseDate(`${month}-01`);
  return daysUntil({ ...first, day: daysInMonth(first.year, first.month) }, timezone);
}

import type { StatementSchedule } from '@tollgate/contracts';
import { addDays, addMonths, formatDate, localDate, parseDate, startOfDate, type Instant } from '@tollgate/rating';

/** How far the statements of a customer are. Days are `YYYY-MM-DD`, both included. */
export interface ScheduleState {
  schedule: StatementSchedule;
  /** The period of the next statement; while it is off, of the one that was next. */
  from_date: string;
  to_date: string;
  /** Null while it is off. */
  next_at: Date | null;
}

/** The settings that decide about a customer's statements. */
export interface ScheduleSettings {
  schedule: StatementSchedule;
  timezone: string;
}

const monthsOf = { monthly: 1, quarterly: 3 } as const;
type Length = keyof typeof monthsOf;

/** The first day of the month or quarter of a day. */
function startOf(day: string, length: Length): string {
  const { year, month } = parseDate(day);
  return formatDate({ year, month: month - ((month - 1) % monthsOf[length]), day: 1 });
}

/** The last day of the month or quarter of a day. */
const endOf = (day: string, length: Length): string =>
  formatDate(addDays(addMonths(parseDate(startOf(day, length)), monthsOf[length]), -1));

const dayAfter = (day: string): string => formatDate(addDays(parseDate(day), 1));
const later = (one: string, other: string): string => (one > other ? one : other);

/** A statement is due with the day after its last one, in the customer's time zone. */
const dueAfter = (day: string, timezone: string): Date => new Date(startOfDate(parseDate(dayAfter(day)), timezone));

/**
 * Follows the settings of a customer. A new time zone moves the due instant alone, so no period comes twice. A new
 * schedule ends the running period at its own next end. One that is switched on begins with its running period, or
 * behind the last statement.
 * @param known undefined for a customer that never had statements
 * @returns undefined while it needs none
 */
export function follow(
  known: ScheduleState | undefined,
  { schedule, timezone }: ScheduleSettings,
  now: Instant,
): ScheduleState | undefined {
  if (schedule === 'off') return known && { ...known, schedule, next_at: null };
  if (known?.schedule === schedule) return { ...known, next_at: dueAfter(known.to_date, timezone) };
  const today = localDate(now, timezone);
  const running = startOf(today, schedule);
  const from = known && (known.schedule === 'off' ? later(known.from_date, running) : known.from_date);
  const fromDate = from ?? running;
  const toDate = endOf(later(today, fromDate), schedule);
  return { schedule, from_date: fromDate, to_date: toDate, next_at: dueAfter(toDate, timezone) };
}

/** The state after a statement: the next period. @throws Error for one that is off */
export function following({ schedule, to_date: last }: ScheduleState, timezone: string): ScheduleState {
  if (schedule === 'off') throw new Error('statements that are off have no next period');
  const from = dayAfter(last);
  const to = endOf(from, schedule);
  return { schedule, from_date: from, to_date: to, next_at: dueAfter(to, timezone) };
}

// Local days and billing periods (subscriptions, section 2). A day is the number of days since 1970-01-01; an
// instant is Unix milliseconds.
import { IANAZone } from 'luxon';
import type { BillingTime, Interval } from '../requests.ts';

export const dayMs = 86_400_000;
/**
 * The same period begins in two zones within this time. Zones are up to 26 hours apart, and anchors move by four days
 * in short months.
 */
export const largestMove = 26 * 3_600_000 + 4 * dayMs;

/** Both instants inclusive. */
export interface Span {
  from: number;
  to: number;
}

/** The day of month, month and weekday on which periods begin. */
export interface Anchor {
  date: number;
  month: number;
  weekday: number;
}

/** The terms that determine the periods of a subscription. */
interface Scheduled {
  billingTime: BillingTime;
  subscriptionAt: number;
}

/** The value of a key in a cache, computed once. */
function cached<K, V>(cache: Map<K, V>, key: K, compute: () => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(key, value);
  return value;
}

const zones = new Map<string, IANAZone>();
const zone = (name: string) => cached(zones, name, () => IANAZone.create(name));

const offsets = new Map<string, Map<number, number>>();
const quarterHour = 900_000;
/** Milliseconds by which a zone is ahead of UTC at an instant. Clocks change at quarters of an hour only. */
export function offset(instant: number, tz: string): number {
  const zoneOffsets = cached(offsets, tz, () => new Map<number, number>());
  const quarter = Math.floor(instant / quarterHour);
  return cached(zoneOffsets, quarter, () => zone(tz).offset(quarter * quarterHour) * 60_000);
}
export const localDay = (instant: number, tz: string) => Math.floor((instant + offset(instant, tz)) / dayMs);
export const utcDay = (instant: number) => Math.floor(instant / dayMs);

const begins = new Map<string, number>();
/** The first instant of a local day. */
export const beginningOf = (day: number, tz: string): number =>
  cached(begins, `${tz} ${day}`, () => firstInstantOf(day, tz));

/** By bisection, so it is independent of how a zone changes its clocks. */
function firstInstantOf(day: number, tz: string): number {
  let before = day * dayMs - 16 * 3_600_000;
  let at = day * dayMs + 16 * 3_600_000;
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (localDay(middle, tz) >= day) at = middle;
    else before = middle;
  }
  return at;
}
export const endOf = (day: number, tz: string) => beginningOf(day + 1, tz) - 1;
/** A period is empty if it ends before it begins, or at its beginning unless that is a day's last instant. */
export const isEmpty = ({ from, to }: Span, tz: string) =>
  from > to || (from === to && endOf(localDay(to, tz), tz) !== to);

/** The calendar date of a day. */
export function civil(day: number): Anchor & { year: number } {
  const date = new Date(day * dayMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: (date.getUTCDay() + 6) % 7,
  };
}
const dayOf = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / dayMs;
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
/** The anchor's date in a month (which may be below 1 or above 12), or the month's last day. */
function clamped(year: number, month: number, date: number): number {
  const y = year + Math.floor((month - 1) / 12);
  const m = ((((month - 1) % 12) + 12) % 12) + 1;
  return dayOf(y, m, Math.min(date, daysIn(y, m)));
}

/** The months of each interval but the week. */
export const monthsOf = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 };

/** The anchor of periods: that of the subscription, or Monday and January 1 for calendar billing. */
export function anchorOf(subscription: Scheduled, tz: string): Anchor {
  if (subscription.billingTime === 'calendar') return { date: 1, month: 1, weekday: 0 };
  return civil(localDay(subscription.subscriptionAt, tz));
}

/** First day of the period that contains a day. */
export function periodStart(day: number, interval: Interval, anchor: Anchor): number {
  const { year, month, weekday } = civil(day);
  if (interval === 'weekly') return day - ((weekday - anchor.weekday + 7) % 7);
  const months = monthsOf[interval];
  for (let back = 0; ; back++) {
    const start = clamped(year, month - back, anchor.date);
    const fits = (civil(start).month - anchor.month + 24) % months === 0;
    if (fits && start <= day) return start;
  }
}

/** Last day of the period that starts on a day. */
export function periodEnd(start: number, interval: Interval, anchor: Anchor): number {
  if (interval === 'weekly') return start + 6;
  const { year, month } = civil(start);
  return clamped(year, month + monthsOf[interval], anchor.date) - 1;
}

/** First day of the period before the one that contains a day. */
export const previousStart = (day: number, interval: Interval, anchor: Anchor) =>
  periodStart(periodStart(day, interval, anchor) - 1, interval, anchor);

/** Days of the whole period that contains a day (subscriptions, section 2.7). */
export function periodDays(day: number, interval: Interval, anchor: Anchor): number {
  const start = periodStart(day, interval, anchor);
  return periodEnd(start, interval, anchor) - start + 1;
}

/** Started days between two instants (subscriptions, section 2.8). */
export function daysBetween(from: number, to: number, tz: string): number {
  const end = to === beginningOf(localDay(to, tz), tz) ? to + 1000 : to;
  return Math.max(0, Math.ceil((end - from - (offset(from, tz) - offset(to, tz))) / dayMs));
}

export const isoSecond = (instant: number) =>
  `${new Date(Math.floor(instant / 1000) * 1000).toISOString().slice(0, 19)}Z`;
export const isoDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

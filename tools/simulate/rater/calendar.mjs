// Local days and billing periods (subscriptions, section 2). A day is the number of days since 1970-01-01; an
// instant is Unix milliseconds.
import { IANAZone } from 'luxon';

export const dayMs = 86_400_000;
/**
 * The same period begins in two zones within this time: zones are up to 26 hours apart, and anchors move by four days
 * in short months.
 */
export const largestMove = 26 * 3_600_000 + 4 * dayMs;
const zones = new Map();
const zone = (name) => zones.get(name) ?? zones.set(name, IANAZone.create(name)).get(name);

const offsets = new Map();
const quarterHour = 900_000;
/** Milliseconds by which a zone is ahead of UTC at an instant. Clocks change at quarters of an hour only. */
export function offset(instant, tz) {
  const zoneOffsets = offsets.get(tz) ?? offsets.set(tz, new Map()).get(tz);
  const quarter = Math.floor(instant / quarterHour);
  if (!zoneOffsets.has(quarter)) zoneOffsets.set(quarter, zone(tz).offset(quarter * quarterHour) * 60_000);
  return zoneOffsets.get(quarter);
}
export const localDay = (instant, tz) => Math.floor((instant + offset(instant, tz)) / dayMs);
export const utcDay = (instant) => Math.floor(instant / dayMs);

const begins = new Map();
/** The first instant of a local day, found by bisection, so it is independent of how a zone changes its clocks. */
export function beginningOf(day, tz) {
  const key = `${tz} ${day}`;
  if (begins.has(key)) return begins.get(key);
  let before = day * dayMs - 16 * 3_600_000;
  let at = day * dayMs + 16 * 3_600_000;
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (localDay(middle, tz) >= day) at = middle;
    else before = middle;
  }
  begins.set(key, at);
  return at;
}
export const endOf = (day, tz) => beginningOf(day + 1, tz) - 1;
/** A period is empty if it ends before it begins, or at its beginning unless that is a day's last instant. */
export const isEmpty = ({ from, to }, tz) => from > to || (from === to && endOf(localDay(to, tz), tz) !== to);

export function civil(day) {
  const date = new Date(day * dayMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: (date.getUTCDay() + 6) % 7,
  };
}
const dayOf = (year, month, date) => Date.UTC(year, month - 1, date) / dayMs;
const daysIn = (year, month) => new Date(Date.UTC(year, month, 0)).getUTCDate();
/** The anchor's date in a month (which may be below 1 or above 12), or the month's last day. */
function clamped(year, month, date) {
  const y = year + Math.floor((month - 1) / 12);
  const m = ((((month - 1) % 12) + 12) % 12) + 1;
  return dayOf(y, m, Math.min(date, daysIn(y, m)));
}

export const monthsOf = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 };

/** The anchor of periods: that of the subscription, or Monday and January 1 for calendar billing. */
export function anchorOf(subscription, tz) {
  if (subscription.billingTime === 'calendar') return { date: 1, month: 1, weekday: 0 };
  return civil(localDay(subscription.subscriptionAt, tz));
}

/** First day of the period that contains a day. */
export function periodStart(day, interval, anchor) {
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
export function periodEnd(start, interval, anchor) {
  if (interval === 'weekly') return start + 6;
  const { year, month } = civil(start);
  return clamped(year, month + monthsOf[interval], anchor.date) - 1;
}

/** First day of the period before the one that contains a day. */
export const previousStart = (day, interval, anchor) =>
  periodStart(periodStart(day, interval, anchor) - 1, interval, anchor);

/** Days of the whole period that contains a day (subscriptions, section 2.7). */
export function periodDays(day, interval, anchor) {
  const start = periodStart(day, interval, anchor);
  return periodEnd(start, interval, anchor) - start + 1;
}

/** Started days between two instants (subscriptions, section 2.8). */
export function daysBetween(from, to, tz) {
  const end = to === beginningOf(localDay(to, tz), tz) ? to + 1000 : to;
  return Math.max(0, Math.ceil((end - from - (offset(from, tz) - offset(to, tz))) / dayMs));
}

export const isoSecond = (instant) => `${new Date(Math.floor(instant / 1000) * 1000).toISOString().slice(0, 19)}Z`;
export const isoDay = (day) => new Date(day * dayMs).toISOString().slice(0, 10);

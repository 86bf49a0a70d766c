import { Injectable } from '@nestjs/common';
import type { Forecast } from '@tollgate/contracts';
import { readOrganization } from '@tollgate/identity/reader';
import {
  awaitOwnUsage,
  Breaks,
  Clock,
  CommandBus,
  NotFound,
  required,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { localDate, localDay, dateOfDayNumber, formatDate, Decimal, sumOf } from '@tollgate/rating';
import { subscriptionIdsOf } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { readPeriodHistories } from '../../model/billed-usage/period-histories.repository.js';
import { findActivePayer } from '../../rating/in-advance-rating/payer.js';
import { completeTo } from '../../usage/daily-usages/daily-usage.rules.js';
import { DailyUsages } from '../../usage/daily-usages/daily-usages.service.js';
import { readProgress } from '../../usage/daily-usages/usage-progress.repository.js';
import { priceFixedCharges } from '../plan-prices/priced-quantities.rules.js';
import { UsagePricing } from '../plan-prices/usage-pricing.service.js';
import { readDayUnits, type DayUnits } from './daily-units.repository.js';
import { forecastCharge, forecastTotals, usageCents, type ChargeForecast } from './forecast-amounts.rules.js';
import {
  daysOfPeriod,
  forecastPeriods,
  historyStart,
  type ForecastPeriods,
  type ForecastSubject,
} from './forecast-periods.rules.js';
import { presentForecast, type ComparedPeriod, type MadeForecast } from './forecast.presenter.js';
import { forecastMetric, periodsToCompare, type KnownDays, type MetricForecast } from './unit-forecasts.rules.js';
import { usageShares, type SharedCharge, type UsedParts } from './usage-shares.rules.js';

/** Ended periods whose forecast is compared with what came. */
const COMPARED_PERIODS = 6;

/** The subscription that is forecast, its periods, and its stored days. */
interface ForecastSource {
  subject: ForecastSubject;
  periods: ForecastPeriods;
  days: DayUnits[];
  /** Local days since 1970: the first of the history, and the one after the last known one. */
  firstDay: number;
  endDay: number;
}

/** The expected total of the running period of a subscription. */
export interface Projection {
  subscriptionId: string;
  /** Unix milliseconds. */
  periodFrom: Instant;
  totalCents: bigint;
}

/** Forecasts the usage and the invoices of a subscription (catalog, section 24). */
@Injectable()
export class ForecastsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly dailyUsages: DailyUsages,
    private readonly pricing: UsagePricing,
  ) {}

  /** @throws NotFound `subscription_not_found`; Unavailable */
  async read(organizationId: string, externalId: string): Promise<Forecast> {
    const { sandbox } = await this.database.tenant(organizationId, readOrganization);
    if (sandbox) await this.dailyUsages.refresh(organizationId);
    await awaitOwnUsage(this.commands, organizationId);
    const now = await this.clock.now(organizationId);
    const source = await this.sourceOf(organizationId, externalId, now);
    if (!source) throw new NotFound('subscription');
    return presentForecast(await this.forecast(organizationId, source, now));
  }

  /** The expected amounts of the running period from the days that are stored; null without an active subscription. */
  async project(organizationId: string, externalId: string, now: Instant): Promise<Projection | null> {
    const source = await this.sourceOf(organizationId, externalId, now);
    if (!source) return null;
    const { coming } = await this.forecast(organizationId, source, now);
    const running = coming[0];
    return running
      ? {
          subscriptionId: source.subject.subscription.id,
          periodFrom: running.period.from,
          totalCents: running.totalCents.expected,
        }
      : null;
  }

  private sourceOf(organizationId: string, externalId: string, now: Instant): Promise<ForecastSource | null> {
    return this.database.tenant(organizationId, (transaction) => sourceOf(transaction, externalId, now));
  }

  /** The usage of the running period so far, and of the one before it. */
  private async usedParts(organizationId: string, { subject, periods }: ForecastSource): Promise<UsedParts[]> {
    const { subscription, customer } = subject;
    const last = periods.ended.at(-1);
    return Promise.all(
      [periods.running, ...(last ? [last] : [])].map(async (period) => {
        const rated = { ...period, timezone: customer.timezone, endedByUpgrade: false };
        const consumer = { payer: subject, period: rated, isRunning: period === periods.running };
        const prices = await this.pricing.price(organizationId, consumer, [subscription.plan]);
        return prices.flatMap(({ charges }) => charges);
      }),
    );
  }

  private async forecast(organizationId: string, source: ForecastSource, now: Instant): Promise<MadeForecast> {
    const used = await this.usedParts(organizationId, source);
    const { subject, periods } = source;
    const { plan } = subject.subscription;
    const breaks = new Breaks();
    const days = knownDays(source, now);
    const shares = usageShares(plan, used);
    const metrics = new Map<string, MetricForecast>();
    for (const { metric } of plan.charges) {
      if (metrics.has(metric.code)) continue;
      const units = { metric, added: addedUnits(source, metric.code), used: usedUnits(used[0] ?? [], metric.code) };
      metrics.set(metric.code, forecastMetric(units, days));
      if (breaks.isDue) await breaks.take();
    }
    const fixedCents = priceFixedCharges(plan).reduce((total, { fee }) => total + fee.amountCents, 0n);
    const coming = [];
    for (const [place, period] of [periods.running, ...periods.next].entries()) {
      const charges: ChargeForecast[] = [];
      for (const shared of shares) {
        const { periods: bands } = required(metrics, shared.charge.metric.code, 'forecast');
        const band = bands[place];
        if (band) charges.push(forecastCharge(shared, band, plan.currency));
        if (breaks.isDue) await breaks.take();
      }
      coming.push({ period, ...forecastTotals(plan, charges, fixedCents) });
    }
    return {
      now,
      subject,
      historyDays: days.count,
      fixedCents,
      metrics: [...metrics.values()],
      shares,
      coming,
      compared: await comparedPeriods(source, days, shares, metrics),
    };
  }
}

async function sourceOf(
  transaction: TenantTransaction,
  externalId: string,
  now: Instant,
): Promise<ForecastSource | null> {
  const payer = await findActivePayer(transaction, externalId, now);
  if (!payer) return null;
  const { subscription, customer } = payer;
  const since = historyStart(now);
  const histories = await readPeriodHistories(transaction, [{ subscription, since }]);
  const subject = { subscription, customer, history: required(histories, subscription.id, 'period history') };
  const progress = await readProgress(transaction);
  const today = localDay(now, customer.timezone);
  // The day of this instant has not ended.
  const endDay = progress ? Math.min(localDay(completeTo(progress), customer.timezone), today) : today;
  const subscriptionIds = await subscriptionIdsOf(transaction, externalId);
  const days = await readDayUnits(
    transaction,
    { subscriptionIds, customerId: customer.id },
    localDate(since, customer.timezone),
    formatDate(dateOfDayNumber(endDay - 1)),
  );
  const started = Math.max(
    localDay(subscription.agreement.startedAt, customer.timezone),
    localDay(since, customer.timezone),
  );
  const firstDay = Math.min(started, ...days.slice(0, 1).map(({ date }) => dayOf(date)), endDay);
  return { subject, periods: forecastPeriods(subject, now), days, firstDay, endDay };
}

const dayOf = (date: string): number => localDay(Date.parse(date), 'UTC');

function knownDays({ subject, periods, firstDay, endDay }: ForecastSource, now: Instant): KnownDays {
  const { timezone } = subject.customer;
  const span = (period: ForecastPeriods['running']) => daysOfPeriod(period, timezone, firstDay);
  return {
    count: endDay - firstDay,
    startDay: localDay(subject.subscription.agreement.startedAt, timezone) - firstDay,
    today: localDay(now, timezone) - firstDay,
    periods: [...periods.ended, periods.running].map(span),
    coming: [periods.running, ...periods.next].map(span),
  };
}

/** The units that each known day added; none on a day without usage. */
function addedUnits({ days, firstDay, endDay }: ForecastSource, metricCode: string): Decimal[] {
  const added = Array.from({ length: endDay - firstDay }, () => new Decimal(0));
  for (const { date, units } of days.filter((day) => day.metricCode === metricCode))
    added[dayOf(date) - firstDay] = new Decimal(units);
  return added;
}

const usedUnits = (used: UsedParts, metricCode: string): Decimal =>
  sumOf(
    used
      .filter(({ charge }) => charge.metric.code === metricCode)
      .flatMap(({ parts }) => parts.map(({ aggregation }) => aggregation.currentUsageUnits)),
  );

/** The amount of usage that past forecasts expected, at present prices, and the one that came. */
async function comparedPeriods(
  { subject, periods, days, firstDay }: ForecastSource,
  known: KnownDays,
  shares: SharedCharge[],
  metrics: ReadonlyMap<string, MetricForecast>,
): Promise<ComparedPeriod[]> {
  const breaks = new Breaks();
  const { timezone } = subject.customer;
  const { currency } = subject.subscription.plan;
  const compared: ComparedPeriod[] = [];
  for (const span of periodsToCompare(known, COMPARED_PERIODS)) {
    const period = periods.ended.find((one) => daysOfPeriod(one, timezone, firstDay).from === span.from);
    if (!period) continue;
    let expectedCents = 0n;
    const units = new Map([...metrics].map(([code, metric]) => [code, metric.past(span)]));
    for (const shared of shares) {
      expectedCents += usageCents(shared, required(units, shared.charge.metric.code, 'forecast'), currency);
      if (breaks.isDue) await breaks.take();
    }
    const actualCents = days
      .filter(({ date, metricCode }) => metrics.has(metricCode) && isWithin(dayOf(date) - firstDay, span))
      .reduce((total, { amountCents }) => total + BigInt(amountCents), 0n);
    compared.push({ period, expectedCents, actualCents });
  }
  return compared;
}

const isWithin = (day: number, { from, until }: KnownDays['periods'][number]): boolean => from <= day && day < until;

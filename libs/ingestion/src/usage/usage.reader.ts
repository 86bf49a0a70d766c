import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse } from '@tollgate/platform';
import { Decimal, propertyTexts, roundUnits, type Aggregation, type Allowance, type EventTexts, type Metric, type OnePerUnit, type UsageEvent } from '@tollgate/rating';

/** Whose usage, and of which time: Unix milliseconds, both inclusive. */
export interface UsageOf {
  organizationId: string;
  externalSubscriptionId: string;
  from: number;
  to: number;
}

/** What to aggregate: one metric, and what pricing it needs besides its units. */
export interface AggregationRequest {
  metric: MetricView;
  /** Free units of a percentage charge. */
  free?: Allowance;
  /** Whether amounts per transaction need the single values. */
  needsEventValues?: boolean;
}

interface Totals {
  events: bigint;
  valued: bigint;
  sum: Decimal;
  max: Decimal;
  latest: Decimal;
  /** Cents. */
  prices: Decimal;
}

interface TotalsRow {
  code: string;
  events: string;
  valued: string;
  sum: string | null;
  max: string | null;
  latest: string | null;
  prices: string | null;
}

/** An event with the texts of its properties, by which filters and groups are told apart. */
export interface UsageEventWithProperties extends UsageEvent {
  texts: EventTexts;
}

interface EventRow {
  transaction_id: string;
  timestamp: string;
  received_at: string;
  value_text: string | null;
  operation_type: string;
  price: string | null;
  properties: string;
}

const zero = new Decimal(0);
const none: Totals = { events: 0n, valued: 0n, sum: zero, max: zero, latest: zero, prices: zero };
const decimalOf = (text: string | null) => (text === null ? zero : new Decimal(text));

/** Reads usage out of the store, aggregated there; exact to the last decimal (metering, sections 3 and 4). */
@Injectable()
export class UsageReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Aggregates several metrics of one subscription; the answers are in the order of the requests. */
  async aggregate(usage: UsageOf, requests: AggregationRequest[]): Promise<Aggregation[]> {
    const totals = await this.totals(usage, requests.filter(({ metric }) => !metric.recurring));
    const history = await this.totals({ ...usage, from: 0 }, requests.filter(({ metric }) => metric.recurring));
    return Promise.all(requests.map((request) => this.answer(usage, request, (request.metric.recurring ? history : totals).get(request.metric.code) ?? none)));
  }

  private async answer(usage: UsageOf, request: AggregationRequest, totals: Totals): Promise<Aggregation> {
    const { metric, free } = request;
    const window = metric.recurring ? { ...usage, from: 0 } : usage;
    const found = async (): Promise<{ units: Decimal; eventsCount: number; runningTotal?: Decimal[] | OnePerUnit }> => {
      switch (metric.aggregationType) {
        case 'count_agg':
          return { units: new Decimal(totals.events.toString()), eventsCount: Number(totals.events), ...(free ? { runningTotal: 'one_per_unit' as const } : {}) };
        case 'sum_agg':
          return { units: totals.sum, eventsCount: Number(totals.valued), ...(free ? { runningTotal: await this.runningSums(window, metric.code, free) } : {}) };
        case 'max_agg':
          return { units: totals.max, eventsCount: Number(totals.valued) };
        case 'latest_agg':
          return { units: Decimal.max(totals.latest, zero), eventsCount: Number(totals.valued) };
        case 'unique_count_agg': {
          const present = await this.presentValues(window, metric.code);
          return { units: new Decimal(present), eventsCount: present, ...(free ? { runningTotal: 'one_per_unit' as const } : {}) };
        }
        default:
          throw new Error(`no aggregation for ${metric.aggregationType}`);
      }
    };
    const { units, eventsCount, runningTotal } = await found();
    const rounded = roundUnits(units, metric as Metric);
    return {
      units: rounded,
      currentUsageUnits: rounded,
      totalAggregatedUnits: rounded,
      eventsCount,
      runningTotal: runningTotal ?? [],
      eventValues: request.needsEventValues ? await this.eventValues(usage, metric) : [],
      eventsPriceCents: totals.prices,
    };
  }

  /** Counts, sums, greatest and latest values of many metrics in one query. */
  private async totals(usage: UsageOf, requests: AggregationRequest[]): Promise<Map<string, Totals>> {
    if (requests.length === 0) return new Map();
    const rows = await this.clickhouse.rows<TotalsRow>(
      `select code, count() as events, count(value) as valued, toString(sum(value)) as sum, toString(max(value)) as max,
              toString(argMax(value, (event.timestamp, received_at, id))) as latest,
              toString(sumIf(precise_total_amount_cents, value is not null)) as prices
       from ${this.events} where ${period} and code in {codes:Array(String)} group by code`,
      { ...parametersOf(usage), codes: [...new Set(requests.map(({ metric }) => metric.code))] },
    );
    return new Map(
      rows.map((row) => [
        row.code,
        {
          events: BigInt(row.events),
          valued: BigInt(row.valued),
          sum: decimalOf(row.sum),
          max: decimalOf(row.max),
          latest: decimalOf(row.latest),
          prices: decimalOf(row.prices),
        },
      ]),
    );
  }

  /** Distinct values that are present at the end: those whose last operation added them (metering, section 4.2). */
  private async presentValues(usage: UsageOf, code: string): Promise<number> {
    const [row] = await this.clickhouse.rows<{ present: string }>(
      `select countIf(last_operation = 'add') as present from (
         select argMax(operation_type, (event.timestamp, received_at, id)) as last_operation
         from ${this.events} where ${period} and code = {code:String} group by value_text)`,
      { ...parametersOf(usage), code },
    );
    return Number(row?.present ?? 0);
  }

  /** Cumulative sums in time order, as far as free units can reach (metering, section 5.6). */
  private async runningSums(usage: UsageOf, code: string, free: Allowance): Promise<Decimal[]> {
    const reach = free.events > 0 ? 'position <= {events:UInt64}' : 'total - value <= toDecimal256({total:String}, 30)';
    const rows = await this.clickhouse.rows<{ total_text: string }>(
      `select toString(total) as total_text from (
         select value, sum(value) over sofar as total, row_number() over sofar as position
         from (select event.timestamp as at, received_at, id, assumeNotNull(value) as value from ${this.events}
               where ${period} and code = {code:String} and value is not null)
         window sofar as (order by at, received_at, id rows between unbounded preceding and current row))
       where ${reach} order by position`,
      { ...parametersOf(usage), code, events: free.events, total: free.total.toFixed() },
    );
    return rows.map(({ total_text }) => new Decimal(total_text));
  }

  /** The single values of the period's events in time order; events that are counted are 1 each. */
  private async eventValues(usage: UsageOf, metric: MetricView): Promise<Decimal[] | OnePerUnit> {
    if (metric.aggregationType === 'count_agg') return 'one_per_unit';
    const counted = metric.aggregationType === 'unique_count_agg';
    const rows = await this.clickhouse.rows<{ value: string | null }>(
      `select toString(value) as value from ${this.events}
       where ${period} and code = {code:String} ${counted ? '' : 'and value is not null'} order by event.timestamp, received_at, id`,
      { ...parametersOf(usage), code: metric.code },
    );
    if (counted) return rows.map(() => new Decimal(1));
    const values = rows.map(({ value }) => decimalOf(value));
    if (metric.aggregationType !== 'max_agg') return values;
    const greatest = values.reduce((best, value, index) => (value.gt(values[best] ?? zero) ? index : best), 0);
    return values.map((value, index) => (index === greatest ? value : zero));
  }

  /** The single events of a code with their properties, in time order: for what the store does not aggregate. */
  async eventsOf(usage: UsageOf, metric: MetricView): Promise<UsageEventWithProperties[]> {
    const rows = await this.clickhouse.rows<EventRow>(
      `select transaction_id, toUnixTimestamp64Micro(event.timestamp) as timestamp, toUnixTimestamp64Milli(received_at) as received_at,
              value_text, operation_type, toString(precise_total_amount_cents) as price, properties
       from ${this.events} where ${period} and code = {code:String} order by event.timestamp, received_at, id`,
      { ...parametersOf(metric.recurring ? { ...usage, from: 0 } : usage), code: metric.code },
    );
    return rows.map((row) => ({
      transactionId: row.transaction_id,
      timestampMicros: Number(row.timestamp),
      receivedAtMicros: Number(row.received_at) * 1000,
      value: row.value_text,
      operationType: row.operation_type,
      preciseTotalAmountCents: row.price === null ? null : new Decimal(row.price),
      texts: propertyTexts(JSON.parse(row.properties) as Record<string, unknown>),
    }));
  }

  private get events(): string {
    return `${this.clickhouse.database}.events as event final`;
  }
}

const period = `organization_id = {organization:UUID} and external_subscription_id = {subscription:String}
  and event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and event.timestamp < fromUnixTimestamp64Milli({until:Int64}, 'UTC')`;

// Both ends are inclusive to the millisecond, and events are kept to the microsecond.
const parametersOf = ({ organizationId, externalSubscriptionId, from, to }: UsageOf) => ({
  organization: organizationId,
  subscription: externalSubscriptionId,
  from,
  until: to + 1,
});

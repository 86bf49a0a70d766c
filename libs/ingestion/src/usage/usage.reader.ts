import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse } from '@tollgate/platform';
import { Decimal, type Allowance, type EventTexts, type OnePerUnit, type UsageEvent } from '@tollgate/rating';
import { rolledTotalsOf, type RolledRequest } from '../rollups/rolled-totals-sql.js';
import { RollupReader } from '../rollups/rollup-reader.js';
import { aggregationOf, carriedGroups, groupedByOf, groupKey } from './aggregation-of-totals.js';
import { eventsCondition, QueryParameters } from '../usage-queries/parts-sql.js';
import { selected, type StoredEventRow } from '../store/stored-event.js';
import { RawTotals } from './raw-totals.js';
import { jointTotals } from '../usage-queries/joint-totals-sql.js';
import { totalsRowOf, unionOf, type TotalsRow } from '../usage-queries/totals-query.js';
import { eventOrder, eventsOfParts, scopeOf, timeOf, valuesInOrder } from '../usage-queries/totals-sql.js';
import type {
  AggregatedGroup,
  AggregationRequest,
  UsageOf,
  UsagePart,
  UsageScope,
} from '../usage-queries/usage-request.js';

/** An event with the texts of its properties, by which filters and groups distinguish events. */
export interface UsageEventWithProperties extends UsageEvent {
  texts: EventTexts;
}

const usedColumns = [
  'transaction_id',
  'timestamp',
  'value_text',
  'operation_type',
  'precise_total_amount_cents',
  'texts',
] as const;
type UsedEventRow = Pick<StoredEventRow, (typeof usedColumns)[number]>;

/** The events of one group of one part. */
interface GroupOfPart {
  request: AggregationRequest;
  position: number;
  grouping: (string | null)[];
}

/** Reads usage that the store aggregates, exact to the last decimal (metering, sections 3, 4 and 6). */
@Injectable()
export class UsageReader {
  private readonly rawTotals: RawTotals;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly rollups: RollupReader,
  ) {
    this.rawTotals = new RawTotals(clickhouse);
  }

  /**
   * Aggregates charges of one subscription in one query, from rollups where these exist and pay off. The answers follow
   * the order of the requests.
   */
  async aggregate(usage: UsageOf, requests: AggregationRequest[]): Promise<AggregatedGroup[][]> {
    if (requests.length === 0) return [];
    const plans = await this.rollups.queryPlans(usage, requests);
    const isRolled = plans.some((plan) => plan !== null);
    const rows = isRolled
      ? await this.rolledTotals(usage, requests, plans)
      : await this.rawTotals.read(usage, requests);
    await this.rollups.learn(usage, requests, eventsRead(rows));
    return this.answers(usage, requests, rows);
  }

  /** The same from the events alone. */
  async aggregateRaw(usage: UsageOf, requests: AggregationRequest[]): Promise<AggregatedGroup[][]> {
    return requests.length === 0 ? [] : this.answers(usage, requests, await this.rawTotals.read(usage, requests));
  }

  private async answers(
    usage: UsageOf,
    requests: AggregationRequest[],
    rows: TotalsRow[],
  ): Promise<AggregatedGroup[][]> {
    return Promise.all(
      requests.map((request, position) =>
        this.groups(
          usage,
          request,
          rows.filter((row) => row.request === position),
        ),
      ),
    );
  }

  private async rolledTotals(
    usage: UsageOf,
    requests: AggregationRequest[],
    plans: (RolledRequest | null)[],
  ): Promise<TotalsRow[]> {
    const parameters = new QueryParameters();
    const rolled = plans.flatMap((plan, position) =>
      plan ? [rolledTotalsOf(this.clickhouse.database, usage, plan, position, parameters)] : [],
    );
    const positioned = requests.map((request, position) => ({ request, position, scope: scopeOf(usage, request) }));
    const raw = jointTotals(
      this.events,
      positioned.filter(({ position }) => !plans[position]),
      parameters,
    );
    const rows = await this.clickhouse.rows<object>(unionOf([...rolled, ...raw.queries]), parameters.values);
    return raw.rowsOf(rows.map(totalsRowOf));
  }

  private async groups(usage: UsageOf, request: AggregationRequest, rows: TotalsRow[]): Promise<AggregatedGroup[]> {
    const usedGroups = await Promise.all(
      rows.map(async (row): Promise<AggregatedGroup> => {
        const part = request.parts[row.part] as UsagePart;
        const group = { request, position: row.part, grouping: row.grouping };
        const [runningTotal, eventValues] = await Promise.all([
          this.runningTotal(timeOf(usage, request), group, part.free),
          part.needsEventValues ? this.eventValues(usage, group) : [],
        ]);
        return {
          filterId: part.filter?.id ?? null,
          groupedBy: groupedByOf(part, row.grouping),
          aggregation: aggregationOf(usage, request, row, { runningTotal, eventValues }),
        };
      }),
    );
    const keys = new Set(usedGroups.map(groupKey));
    return [...usedGroups, ...carriedGroups(usage, request).filter((group) => !keys.has(groupKey(group)))];
  }

  /** Cumulative sums in time order, as far as free units can reach (metering, section 5.6). */
  private async runningTotal(
    usage: UsageOf,
    group: GroupOfPart,
    free: Allowance | undefined,
  ): Promise<Decimal[] | OnePerUnit> {
    const type = group.request.metric.aggregationType;
    if (!free) return [];
    if (type === 'count_agg' || type === 'unique_count_agg') return 'one_per_unit';
    if (type !== 'sum_agg') return [];
    const parameters = new QueryParameters();
    const reach =
      free.events > 0
        ? `position <= ${parameters.add(free.events, 'UInt64')}`
        : `total - number <= toDecimal256(${parameters.add(free.total.toFixed(), 'String')}, 30)`;
    const rows = await this.clickhouse.rows<{ total_text: string }>(
      `select toString(total) as total_text from (
         select number, position, sum(number) over sofar as total from (
           select assumeNotNull(value) as number, row_number() over (order by ${eventOrder}) as position
           from (${this.groupEvents(usage, group, parameters)}) where value is not null)
         window sofar as (order by position rows between unbounded preceding and current row))
       where ${reach} order by position`,
      parameters.values,
    );
    const totals = rows.map((row) => new Decimal(row.total_text));
    const last = free.events > 0 ? -1 : totals.findIndex((total) => total.gt(free.total));
    return last < 0 ? totals : totals.slice(0, last + 1);
  }

  /** The values of the period's events in time order; counted events are 1 each. */
  private async eventValues(usage: UsageOf, group: GroupOfPart): Promise<Decimal[] | OnePerUnit> {
    const type = group.request.metric.aggregationType;
    if (type === 'count_agg') return 'one_per_unit';
    const counted = type === 'unique_count_agg';
    const parameters = new QueryParameters();
    const rows = await this.clickhouse.rows<{ text: string | null }>(
      `select toString(value) as text from (${this.groupEvents(usage, group, parameters)})
       ${counted ? '' : 'where value is not null'} order by ${eventOrder}`,
      parameters.values,
    );
    if (counted) return rows.map(() => new Decimal(1));
    const values = rows.map(({ text }) => new Decimal(text ?? 0));
    if (type !== 'max_agg') return values;
    const greatest = values.reduce((best, value, index) => (value.gt(values[best] ?? 0) ? index : best), 0);
    return values.map((value, index) => (index === greatest ? value : new Decimal(0)));
  }

  private groupEvents(
    usage: UsageOf,
    { request, position, grouping }: GroupOfPart,
    parameters: QueryParameters,
  ): string {
    const counted = { ...request, metric: { ...request.metric, recurring: false } };
    const eventsSql = eventsOfParts(this.events, scopeOf(usage, counted), counted, valuesInOrder, parameters);
    const groups = grouping.map((text, index) =>
      text === null ? `grouping[${index + 1}] is null` : `grouping[${index + 1}] = ${parameters.add(text, 'String')}`,
    );
    return `select * from (${eventsSql}) where ${[`part = ${position}`, ...groups].join(' and ')}`;
  }

  /** The events of a code with their properties, in time order, for aggregations outside the store. */
  async eventsOf(usage: UsageOf, metric: MetricView): Promise<UsageEventWithProperties[]> {
    const parameters = new QueryParameters();
    const scope: UsageScope = { usages: [usage], since: [metric.recurring ? 0 : usage.from], isOfMany: false };
    const rows = await this.clickhouse.rows<UsedEventRow>(
      `select ${selected(usedColumns)}
       from ${this.events} as event final
       where ${eventsCondition(scope, [metric.code], parameters)}
       order by event.timestamp, event.received_at, toString(id)`,
      parameters.values,
    );
    return rows.map((row, position) => ({
      transactionId: row.transaction_id,
      timestampMicros: Number(row.timestamp),
      // Only the order of receptions counts; many may fall into one millisecond.
      receivedAtMicros: position,
      value: row.value_text,
      operationType: row.operation_type,
      preciseTotalAmountCents: decimalOrNull(row.precise_total_amount_cents),
      texts: row.texts,
    }));
  }

  private get events(): string {
    return `${this.clickhouse.database}.events`;
  }
}

const decimalOrNull = (text: string | null): Decimal | null => (text === null ? null : new Decimal(text));

/** Number of events in the totals of each request, by its position. */
function eventsRead(rows: TotalsRow[]): Map<number, number> {
  const read = new Map<number, number>();
  for (const { request, events, valued } of rows)
    read.set(request, (read.get(request) ?? 0) + Math.max(Number(events), Number(valued)));
  return read;
}

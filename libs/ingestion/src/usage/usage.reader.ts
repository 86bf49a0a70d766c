import { Injectable } from '@nestjs/common';
import type { MetricView } from '@tollgate/catalog/reader';
import { ClickHouse, groupBy } from '@tollgate/platform';
import { Decimal, type EventTexts, type UsageEvent } from '@tollgate/rating';
import { rolledTotalsOf, type RolledRequest } from '../store/rollups/rolled-totals-sql.js';
import { RollupReader } from '../store/rollups/rollup-reader.js';
import { aggregatedUsage, carriedGroups, carriedLevels, groupedByOf, groupKey } from './aggregation-of-totals.js';
import { SingleValuesReader, type SingleValues } from './single-values.reader.js';
import { eventsCondition } from '../model/usage-queries/parts-sql.js';
import { QueryParameters } from '../model/usage-queries/query-parameters.js';
import { selected, type StoredEventRow } from '../store/blocks/stored-event.js';
import { RawTotals } from './raw-totals.js';
import { jointTotals } from '../model/usage-queries/joint-totals-sql.js';
import { readTotals, type TotalsRow } from '../model/usage-queries/totals-query.js';
import { scopeOf } from '../model/usage-queries/totals-sql.js';
import type {
  AggregatedGroup,
  AggregationRequest,
  UsageOf,
  UsagePart,
  UsageScope,
} from '../model/usage-queries/usage-request.js';

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

const noValues: SingleValues = { runningTotal: [], eventValues: [] };

/** Reads usage that the store aggregates, exact to the last decimal (metering, sections 3, 4 and 6). */
@Injectable()
export class UsageReader {
  private readonly rawTotals: RawTotals;
  private readonly singleValues: SingleValuesReader;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly rollups: RollupReader,
  ) {
    this.rawTotals = new RawTotals(clickhouse);
    this.singleValues = new SingleValuesReader(clickhouse);
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
    const byRequest = groupBy(rows, ({ request }) => String(request));
    return Promise.all(
      requests.map((request, position) => this.groups(usage, request, byRequest.get(String(position)) ?? [])),
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
    return raw.rowsOf(await readTotals(this.clickhouse, [...rolled, ...raw.queries], parameters));
  }

  private async groups(usage: UsageOf, request: AggregationRequest, rows: TotalsRow[]): Promise<AggregatedGroup[]> {
    const valuesOf = rows.length === 0 ? () => noValues : await this.singleValues.read(usage, request);
    const levelOf = carriedLevels(request);
    const usedGroups = rows.map((row): AggregatedGroup => {
      const part = request.parts[row.part] as UsagePart;
      const group = { filterId: part.filter?.id ?? null, groupedBy: groupedByOf(part, row.grouping) };
      return { ...group, aggregation: aggregatedUsage(usage, request, row, valuesOf(row), levelOf(group)) };
    });
    const keys = new Set(usedGroups.map(groupKey));
    return [...usedGroups, ...carriedGroups(usage, request).filter((group) => !keys.has(groupKey(group)))];
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

import { groupBy, type ClickHouse } from '@tollgate/platform';
import { aggregationOf, Decimal, type Allowance, type OnePerUnit } from '@tollgate/rating';
import { readsNumber } from '../model/enrichment/event-errors.rules.js';
import { eventOrder, valuesInOrder } from '../model/usage-queries/aggregations/columns.js';
import { statementsOf } from '../model/usage-queries/aggregations/statements.js';
import { groupingOf } from '../model/usage-queries/parts-sql.js';
import { QueryParameters } from '../model/usage-queries/query-parameters.js';
import { eventsOfParts, scopeOf, timeOf } from '../model/usage-queries/totals-sql.js';
import type { TotalsRow } from '../model/usage-queries/totals-query.js';
import type { AggregationRequest, UsageOf } from '../model/usage-queries/usage-request.js';

/** The single values of a group, as far as its price depends on them. */
export interface SingleValues {
  /** Cumulative sums in time order, as far as free units can reach (metering, section 5.6). */
  runningTotal: Decimal[] | OnePerUnit;
  /** The values of the period's events in time order; counted events are 1 each. */
  eventValues: Decimal[] | OnePerUnit;
}

/** A value of a group, in the order of its group. */
interface ValueRow {
  part: number;
  grouping?: (string | null)[];
  text: string | null;
}

type GroupOfPart = Pick<TotalsRow, 'part'> & { grouping?: TotalsRow['grouping'] };
const keyOf = ({ part, grouping = [] }: GroupOfPart): string => JSON.stringify([part, grouping]);

/** Reads single values of usage: one statement for each kind and request, whatever its filters and groups. */
export class SingleValuesReader {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** The values of each group of a request that its prices need. */
  async read(usage: UsageOf, request: AggregationRequest): Promise<(group: GroupOfPart) => SingleValues> {
    const { freeUnits } = aggregationOf(request.metric.aggregationType);
    const { eventValues } = statementsOf(request.metric);
    const [totals, values] = await Promise.all([
      freeUnits === 'running_total' ? this.runningTotals(timeOf(usage, request), request) : undefined,
      eventValues ? this.eventValues(usage, request, eventValues) : undefined,
    ]);
    return (group) => {
      const part = request.parts[group.part];
      const free = part?.free && (freeUnits === 'one_per_unit' ? freeUnits : totals?.get(keyOf(group)));
      const ofEvents = part?.needsEventValues && (values ? values.get(keyOf(group)) : 'one_per_unit');
      return { runningTotal: free || [], eventValues: ofEvents || [] };
    };
  }

  private async runningTotals(usage: UsageOf, request: AggregationRequest): Promise<Map<string, Decimal[]>> {
    const free = request.parts.flatMap(({ free: allowance }, part) => (allowance ? [{ part, allowance }] : []));
    if (free.length === 0) return new Map();
    const parameters = new QueryParameters();
    const by = groupingOf(request);
    const reach = reachOf(free, parameters);
    const events = this.events(
      usage,
      request,
      free.map(({ part }) => part),
      parameters,
    );
    const rows = await this.clickhouse.rows<ValueRow>(
      `select ${by}, toString(total) as text from (
         select ${by}, number, position, sum(number) over sofar as total from (
           select ${by}, assumeNotNull(value) as number,
                  row_number() over (partition by ${by} order by ${eventOrder}) as position
           from (${events}) where value is not null)
         window sofar as (partition by ${by} order by position rows between unbounded preceding and current row))
       where ${reach} order by ${by}, position`,
      parameters.values,
    );
    const totals = [...groupBy(rows, keyOf)].map(([key, group]): [string, Decimal[]] => {
      const { allowance } = free.find(({ part }) => part === group[0]?.part) ?? {};
      return [key, asFarAsFree(allowance, group.map(decimalOf))];
    });
    return new Map(totals);
  }

  /** @param valuesOf the values of transactions, from those of the events */
  private async eventValues(
    usage: UsageOf,
    request: AggregationRequest,
    valuesOf: (values: Decimal[]) => Decimal[],
  ): Promise<Map<string, Decimal[]>> {
    const parts = request.parts.flatMap(({ needsEventValues }, part) => (needsEventValues ? [part] : []));
    if (parts.length === 0) return new Map();
    const parameters = new QueryParameters();
    const by = groupingOf(request);
    const rows = await this.clickhouse.rows<ValueRow>(
      `select ${by}, toString(value) as text from (${this.events(usage, request, parts, parameters)})
       ${readsNumber(request.metric) ? 'where value is not null' : ''} order by ${by}, ${eventOrder}`,
      parameters.values,
    );
    return new Map([...groupBy(rows, keyOf)].map(([key, group]) => [key, valuesOf(group.map(decimalOf))]));
  }

  /** The events of some parts in the usage's own time. */
  private events(usage: UsageOf, request: AggregationRequest, parts: number[], parameters: QueryParameters): string {
    const counted = { ...request, metric: { ...request.metric, recurring: false } };
    const scope = scopeOf(usage, counted);
    const events = eventsOfParts(`${this.clickhouse.database}.events`, scope, counted, valuesInOrder, parameters);
    return `select * from (${events}) where has(${parameters.addOnce(parts, 'Array(UInt16)')}, part)`;
  }
}

const decimalOf = ({ text }: ValueRow): Decimal => new Decimal(text ?? 0);

/** Condition for the rows that the free units of their part can reach. */
function reachOf(free: { part: number; allowance: Allowance }[], parameters: QueryParameters): string {
  const list = <T>(
    pick: (each: (typeof free)[number]) => T,
    type: 'Array(UInt16)' | 'Array(UInt64)' | 'Array(String)',
  ) => parameters.addOnce(free.map(pick), type);
  const parts = list(({ part }) => part, 'Array(UInt16)');
  const events = list(({ allowance }) => allowance.events, 'Array(UInt64)');
  const totals = list(({ allowance }) => allowance.total.toFixed(), 'Array(String)');
  const freeEvents = `transform(part, ${parts}, ${events}, toUInt64(0))`;
  const freeTotal = `toDecimal256(transform(part, ${parts}, ${totals}, '0'), 30)`;
  return `if(${freeEvents} > 0, position <= ${freeEvents}, total - number <= ${freeTotal})`;
}

function asFarAsFree(free: Allowance | undefined, totals: Decimal[]): Decimal[] {
  const last = !free || free.events > 0 ? -1 : totals.findIndex((total) => total.gt(free.total));
  return last < 0 ? totals : totals.slice(0, last + 1);
}

import { byBytes, type ClickHouse } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { nothing } from './grouping-sql.js';
import type { QueryParameters } from './query-parameters.js';

/** Totals of one group of one part, as the store returns them: counts and decimals as text. */
export interface TotalsRow {
  request: number;
  part: number;
  grouping: (string | null)[];
  events: string;
  valued: string;
  sum: string | null;
  max: string | null;
  latest: string | null;
  /** Cents. */
  prices: string | null;
  /** Distinct values whose last operation added them (metering, section 4.2). */
  present: string;
  /** Sum of values times the microseconds from their event to the end of the period (metering, section 4.3). */
  unit_micros: string | null;
  /** Sum of the values before the period. */
  before: string | null;
}

export type Total = Exclude<keyof TotalsRow, 'request' | 'part' | 'grouping'>;
export type Totals = Pick<TotalsRow, Total>;
export type Expressions = Partial<Record<Total, string>>;

const zero = new Decimal(0);

/** A total as a number; null is 0. */
export const decimalOf = (text: string | null): Decimal => (text === null ? zero : new Decimal(text));

/** A query for totals: its columns by name, each an expression over the source. */
export interface TotalsQuery {
  columns: { request: string; subscription?: string; part?: string; grouping?: string } & Expressions;
  source: string;
  by: string;
}

const decimals = ['sum', 'max', 'latest', 'prices', 'unit_micros', 'before'] as const;
type Column = keyof TotalsQuery['columns'];

/** The value of a column that only other queries of a union have. */
const missing: Record<Column, string> = {
  request: 'toUInt32(0)',
  subscription: `''`,
  part: 'toUInt16(0)',
  grouping: nothing,
  events: '0',
  valued: '0',
  present: '0',
  ...(Object.fromEntries(decimals.map((name) => [name, 'null'])) as Record<(typeof decimals)[number], string>),
};
const columnNames = Object.keys(missing) as Column[];

/** The suffix separates these columns from those of events and entries, which the expressions use. */
type FoundRow = Record<`${Column}_found`, unknown>;

/** Bytes of a statement's text: an eighth of the store's own limit, so that others need not wait long. */
const longestStatement = 32_768;

/** Reads totals by as few statements as their length allows; more charges need more statements, not longer ones. */
export async function readTotals(
  clickhouse: ClickHouse,
  queries: TotalsQuery[],
  parameters: QueryParameters,
): Promise<(TotalsRow & { subscription: string })[]> {
  const rows: (TotalsRow & { subscription: string })[] = [];
  for (const together of byBytes(queries, longestStatement, ({ source }) => source.length)) {
    const statement = unionOf(together);
    for (const row of await clickhouse.rows<FoundRow>(statement, parameters.usedIn(statement)))
      rows.push(totalsRowOf(row));
  }
  return rows;
}

/**
 * Combines queries into one. It has only the columns that one of them has, as analysing a column costs more than
 * filling it.
 */
export function unionOf(queries: TotalsQuery[]): string {
  const names = columnNames.filter((name) => queries.some(({ columns }) => columns[name] !== undefined));
  return queries
    .map(({ columns, source, by }) => {
      const selected = names.map((name) => `${selectedAs(name, columns[name])} as ${name}_found`);
      return `select ${selected.join(', ')} from ${source} group by ${by}`;
    })
    .join(' union all ');
}

function selectedAs(name: Column, expression: string | undefined): string {
  if (expression === undefined) return missing[name];
  return decimals.some((decimal) => decimal === name) ? `toString(${expression})` : expression;
}

/** Reads a row of the answer to such a query. */
function totalsRowOf(row: Partial<FoundRow>): TotalsRow & { subscription: string } {
  const count = (name: 'events' | 'valued' | 'present') => (row[`${name}_found`] as string | undefined) ?? '0';
  const decimal = (name: (typeof decimals)[number]) => (row[`${name}_found`] as string | undefined) ?? null;
  return {
    request: row.request_found as number,
    subscription: (row.subscription_found as string | undefined) ?? '',
    part: (row.part_found as number | undefined) ?? 0,
    grouping: (row.grouping_found as (string | null)[] | undefined) ?? [],
    events: count('events'),
    valued: count('valued'),
    present: count('present'),
    sum: decimal('sum'),
    max: decimal('max'),
    latest: decimal('latest'),
    prices: decimal('prices'),
    unit_micros: decimal('unit_micros'),
    before: decimal('before'),
  };
}

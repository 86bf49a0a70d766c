import { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { eventOrder } from '../../model/usage-queries/aggregations/columns.js';
import { setName, type RollupSet } from './query-plan.js';
import type { RollupOf } from './rollup-state.js';
import { eventHour, rowHash } from '../projections/projections.js';
import { setNameColumn } from './rollup-tables.js';
import type { RollupDefinition } from './rollup-definition.js';

/** A statement with its parameters. */
export interface Statement {
  query: string;
  parameters: Record<string, unknown>;
}

/** A rollup with more entries than this, and than half of its rows, costs more than it saves. */
const manyEntries = 5000;

const tableColumns =
  '(organization_id, external_subscription_id, code, shape, hours, start, rows, digest, made_at, skipped, entries)';
const poor = `(count() > ${manyEntries} and count() * 2 > stored_rows)`;
// Rows of voided events count in the digest but in no entry.
const entries = `groupArrayIf(tuple(texts, value_text, operation_type, events, valued, total, highest, latest,
                                    last.1, last.2, last.3, price, price_valued, moment), events > 0)`;

/**
 * Writes the rollups of hours, each from one query of the stored rows. Of several rows of one event the greatest
 * version counts, and all of them form the digest.
 * @param repeated false skips hours in which an event may have several rows, which is much faster. True skips only
 * hours with a tie at the greatest version, until ClickHouse has resolved it
 */
export function makeHours(
  database: string,
  rollup: RollupOf,
  fromHour: number,
  untilHour: number,
  repeated: boolean,
): Statement {
  const parameters = new QueryParameters();
  const { values, condition } = ownerOf(rollup, parameters);
  const instant = (hour: number) => `fromUnixTimestamp64Milli(${parameters.add(hour * 3_600_000, 'Int64')}, 'UTC')`;
  const stored = `select ${eventHour} as hour, event.timestamp as at, transaction_id, version, ${rowHash} as row_hash, received_at, toString(id) as place,
                         value, value_text as own_text, operation_type as operation, precise_total_amount_cents as cents, is_deleted as voided,
                         ${textsOf(rollup.definition, parameters)} as texts
                  from ${database}.events as event
                  where ${condition} and event.timestamp >= ${instant(fromHour)} and event.timestamp < ${instant(untilHour)}`;
  const query = `insert into ${database}.rollups ${tableColumns}
    select ${values}, 1, hour, sum(entry_rows) as stored_rows, sum(entry_hash), now64(3), ${poor} as skipped, if(skipped, [], ${entries})
    from (select hour, texts, ${hourColumns(rollup.definition)}, sum(event_rows) as entry_rows, sum(event_hash) as entry_hash,
                 ${repeated ? 'max(unclear)' : 'uniqExactState(event_key)'} as doubt
          from (${repeated ? lastOfRepeated(stored) : singleRows(stored)})
          group by hour, texts${rollup.definition.family === 'unique' ? ', own_text' : ''})
    group by hour having ${repeated ? 'max(doubt) = 0' : 'uniqExactMerge(doubt) = stored_rows'}`;
  return { query, parameters: parameters.values };
}

/**
 * Writes one rollup from shorter consecutive ones: a day from its hours, a run from its days. It covers exactly these,
 * whatever else exists.
 */
export function makeLonger(
  database: string,
  rollup: RollupOf,
  start: number,
  hours: number,
  shorter: RollupSet[],
): Statement {
  const parameters = new QueryParameters();
  const { values, condition } = ownerOf(rollup, parameters);
  const shorterNames = parameters.add(shorter.map(setName), 'Array(String)');
  const begin = parameters.add(start, 'Int64');
  const query = `insert into ${database}.rollups ${tableColumns}
    select ${values}, ${parameters.add(hours, 'UInt64')}, begin, sum(entry_rows) as stored_rows, sum(entry_hash), now64(3), ${poor} as skipped, if(skipped, [], ${entries})
    from (select begin, texts, value_text, ${longerColumns(rollup.definition)}, sum(rows_once) as entry_rows, sum(digest_once) as entry_hash
          from (select ${begin} as begin, start, if(number <= 1, rows, 0) as rows_once, if(number <= 1, digest, 0) as digest_once,
                       entry.1 as texts, entry.2 as value_text, entry.3 as operation, entry.4 as own_events, entry.5 as own_valued, entry.6 as own_total,
                       entry.7 as own_highest, entry.8 as own_latest, entry.9 as at, entry.10 as received_at, entry.11 as place,
                       entry.12 as own_price, entry.13 as own_price_valued, entry.14 as own_moment
                from (select start, rows, digest, entries from ${database}.rollups final
                      where ${condition} and shape = ${parameters.add(rollup.definition.id, 'String')} and ${setNameColumn} in ${shorterNames})
                left array join entries as entry, arrayEnumerate(entries) as number)
          group by begin, texts, value_text)
    group by begin`;
  return { query, parameters: parameters.values };
}

function ownerOf({ organizationId, externalSubscriptionId, code, definition }: RollupOf, parameters: QueryParameters) {
  const organization = parameters.add(organizationId, 'UUID');
  const subscription = parameters.add(externalSubscriptionId, 'String');
  const ofCode = parameters.add(code, 'String');
  return {
    values: `${organization}, ${subscription}, ${ofCode}, ${parameters.add(definition.id, 'String')}`,
    condition: `organization_id = ${organization} and external_subscription_id = ${subscription} and code = ${ofCode}`,
  };
}

/** The texts that the definition reads; without keys the query does not read the column. */
const textsOf = ({ keys }: RollupDefinition, parameters: QueryParameters): string =>
  keys.length === 0
    ? `map()::Map(String, String)`
    : `mapFilter((key, text) -> has(${parameters.add(keys, 'Array(String)')}, key), event.texts)`;

const singleRows = (stored: string): string =>
  `select *, toUInt64(1) as event_rows, row_hash as event_hash, sipHash64(at, transaction_id) as event_key from (${stored})`;

const lastOfRepeated = (stored: string): string => `
  select hour, at, last_row.1 as received_at, last_row.2 as place, last_row.3 as value, last_row.4 as own_text, last_row.5 as operation,
         last_row.6 as cents, last_row.7 as texts, last_row.8 as voided, event_rows, event_hash, unclear
  from (select hour, at, argMax(tuple(received_at, place, value, own_text, operation, cents, texts, voided), (version, row_hash)) as last_row,
               count() as event_rows, sum(row_hash) as event_hash,
               max((version, row_hash)).2 != bitNot(max((version, bitNot(row_hash))).2) as unclear
        from (${stored}) group by hour, at, transaction_id)`;

const zero = (scale: number) => `toDecimal256(0, ${scale})`;
const noDecimal = 'null::Nullable(Decimal(76, 30))';

function hourColumns({ family }: RollupDefinition): string {
  if (family === 'unique') {
    return `own_text as value_text, argMaxIf(operation, ${eventOrder}, voided = 0) as operation_type, countIf(voided = 0) as events, toUInt64(0) as valued, ${zero(30)} as total,
            ${noDecimal} as highest, ${noDecimal} as latest, maxIf(${eventOrder}, voided = 0) as last, ifNull(sum(cents), ${zero(15)}) as price,
            ${zero(15)} as price_valued, ${zero(30)} as moment`;
  }
  const moment = `ifNull(sum(value * toDecimal256(toUnixTimestamp64Micro(at) - hour * 3600000000, 0)), ${zero(30)})`;
  return `null::Nullable(String) as value_text, '' as operation_type, countIf(voided = 0) as events, count(value) as valued, ifNull(sum(value), ${zero(30)}) as total,
          max(value) as highest, argMaxIf(value, ${eventOrder}, value is not null) as latest, maxIf(${eventOrder}, value is not null) as last,
          ifNull(sum(cents), ${zero(15)}) as price, ifNull(sumIf(cents, value is not null), ${zero(15)}) as price_valued,
          ${family === 'weighted' ? moment : zero(30)} as moment`;
}

function longerColumns({ family }: RollupDefinition): string {
  const moment =
    family === 'weighted'
      ? 'sum(own_moment + own_total * toDecimal256((start - begin) * 3600000000, 0))'
      : 'sum(own_moment)';
  return `argMax(operation, ${eventOrder}) as operation_type, sum(own_events) as events, sum(own_valued) as valued, sum(own_total) as total,
          max(own_highest) as highest, argMaxIf(own_latest, ${eventOrder}, own_latest is not null) as latest,
          ${family === 'unique' ? `max(${eventOrder})` : `maxIf(${eventOrder}, own_latest is not null)`} as last,
          sum(own_price) as price, sum(own_price_valued) as price_valued, ${moment} as moment`;
}

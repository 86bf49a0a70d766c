import { Injectable } from '@nestjs/common';
import type { Meta } from '@tollgate/contracts';
import { ClickHouse, metaOf, type Page } from '@tollgate/platform';
import type { EventKey } from '../window/transaction-window.js';
import type { ShownEvent } from '../accepted-events/accepted-event.js';
import type { MetricView } from '@tollgate/catalog/reader';
import type { EventState } from '@tollgate/contracts';
import { selected, shownColumns, shownEventOf, type ShownEventRow } from '../store/stored-event.js';
import { QueryParameters } from '../usage-queries/parts-sql.js';
import { stateCondition } from './event-states.js';

/** Selects events; instants in Unix milliseconds, both inclusive. */
export interface EventSelection {
  code: string | undefined;
  externalSubscriptionId: string | undefined;
  /** Subscriptions of a customer; an empty list matches none. */
  externalSubscriptionIds: string[] | undefined;
  transactionId: string | undefined;
  from: number | undefined;
  to: number | undefined;
  /** The state, and the metrics by which it is judged; undefined for all events but voided ones. */
  state: { name: EventState; metrics: MetricView[] } | undefined;
}

/** A subscription's external id and a code. */
type Subject = [externalSubscriptionId: string, code: string];

/** A selection, or the part of it that has the events of a page. */
type Located = EventSelection & { subjects?: Subject[] | undefined };

/** Where the events of a page are. */
interface Place {
  /** The first instant that a page can need (Unix milliseconds). */
  from: number | undefined;
  subjects: Subject[] | undefined;
  /** Whether it has all events of the selection. */
  isWhole: boolean;
}

/** The store gives up a list of a state after this time: it judges each event of the organization. */
const longestSeconds = 10;

/** A list of more events says that there are at least these: counting millions takes seconds. */
export const mostCounted = 100_000;

/** A page of events of more subscriptions and codes is not narrowed to these. */
const mostSubjects = 1000;

const columns = selected(shownColumns);

/** Reads events from the usage store, repeated ones once. */
@Injectable()
export class EventsRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * One page: latest timestamp first, then by transaction id (metering, section 2.4). `total_count` is exact up to 100,000
   * events; a page of more says whether another follows.
   * @throws Unavailable, also when the store takes too long to judge the events
   */
  async list(
    organizationId: string,
    selection: EventSelection,
    page: Page,
  ): Promise<{ rows: ShownEvent[]; meta: Meta }> {
    const counted = await this.count(organizationId, selection);
    const rows = counted === 0 ? [] : await this.page(organizationId, selection, page);
    const known = (page.page - 1) * page.per_page + rows.length;
    const total = counted <= mostCounted ? counted : Math.max(mostCounted, known);
    return { rows: rows.slice(0, page.per_page).map(shownEventOf), meta: metaOf(page, total) };
  }

  /** Counts the events of a selection, or one more than the most. */
  private async count(organizationId: string, selection: EventSelection): Promise<number> {
    const { from, parameters, bound } = this.query(organizationId, selection);
    const [counted] = await this.clickhouse.rows<{ total: string }>(
      `select count() as total from (select 1 from ${from} limit ${mostCounted + 1})${bound}`,
      parameters,
    );
    return Number(counted?.total ?? 0);
  }

  /**
   * The events of a page, and the next one. The store has the events of one subscription in the order of time. It would
   * sort those of all subscriptions, so it finds the place of the latest ones first.
   */
  private async page(organizationId: string, selection: EventSelection, page: Page): Promise<ShownEventRow[]> {
    if (isOfFew(selection)) return this.rowsOf(organizationId, selection, page);
    const { isWhole, ...place } = await this.placeOf(organizationId, selection, page);
    const rows = await this.rowsOf(organizationId, { ...selection, ...place }, page);
    return isWhole || rows.length > page.per_page ? rows : this.rowsOf(organizationId, selection, page);
  }

  /**
   * Finds the place of a page by the keys in the order of time (`by_time`). Repeated, voided and other events are among
   * them, so it reads twice as many as the page needs.
   */
  private async placeOf(organizationId: string, selection: EventSelection, page: Page): Promise<Place> {
    const { key, parameters } = conditionsOf(organizationId, selection);
    const most = 2 * (page.page * page.per_page + 1);
    const [found] = await this.clickhouse.rows<{ keys: string; earliest: string; subjects: Subject[] }>(
      `select count() as keys, toUnixTimestamp64Milli(min(timestamp)) as earliest,
              groupUniqArray(${mostSubjects + 1})((external_subscription_id, code)) as subjects
       from (select event.timestamp as timestamp, external_subscription_id, code
             from ${this.clickhouse.database}.events as event where ${key} order by event.timestamp desc limit {most:UInt64})`,
      { ...parameters, most },
    );
    const isWhole = Number(found?.keys) < most;
    const subjects = found?.subjects ?? [];
    return {
      from: isWhole ? selection.from : Number(found?.earliest) + 1,
      subjects: subjects.length > mostSubjects ? undefined : subjects,
      isWhole,
    };
  }

  private rowsOf(organizationId: string, selection: Located, page: Page): Promise<ShownEventRow[]> {
    const { from, parameters, bound } = this.query(organizationId, selection);
    return this.clickhouse.rows<ShownEventRow>(
      `select ${columns} from ${from} order by event.timestamp desc, transaction_id asc limit {limit:UInt32} offset {offset:UInt64}${bound}`,
      { ...parameters, limit: page.per_page + 1, offset: (page.page - 1) * page.per_page },
    );
  }

  /**
   * The source and condition of a selection. `final` leaves out voided events: these are the latest marked row of each.
   * Conditions on the key of the table hold for each row of an event, so they come before `final`, which then reads few.
   */
  private query(organizationId: string, selection: Located) {
    const { key, state, parameters } = conditionsOf(organizationId, selection);
    const table = `${this.clickhouse.database}.events as event`;
    const from =
      selection.state?.name === 'voided'
        ? `(select * from ${table} where ${key} and is_deleted = 1
            limit 1 by external_subscription_id, code, event.timestamp, transaction_id) as event`
        : `${table} final prewhere ${key}`;
    return {
      from: state === null ? from : `${from} where ${state}`,
      parameters,
      bound: state === null ? '' : ` settings max_execution_time = ${longestSeconds}`,
    };
  }

  async find(organizationId: string, transactionId: string): Promise<ShownEvent | null> {
    const [row] = await this.clickhouse.rows<ShownEventRow>(
      `select ${columns} from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and transaction_id = {transaction:String}
       order by event.timestamp desc limit 1`,
      { organization: organizationId, transaction: transactionId },
    );
    return row ? shownEventOf(row) : null;
  }

  /** The events of one id that are not voided, at most two; with two the caller must narrow the choice. */
  async withTransactionId(
    organizationId: string,
    transactionId: string,
    {
      externalSubscriptionId,
      timestamp,
    }: { externalSubscriptionId: string | undefined; timestamp: number | undefined },
  ): Promise<ShownEvent[]> {
    const rows = await this.clickhouse.rows<ShownEventRow>(
      `select ${columns} from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and transaction_id = {transaction:String}
         ${externalSubscriptionId === undefined ? '' : 'and external_subscription_id = {subscription:String}'}
         ${timestamp === undefined ? '' : `and event.timestamp = fromUnixTimestamp64Micro({timestamp:Int64}, 'UTC')`}
       limit 2`,
      {
        organization: organizationId,
        transaction: transactionId,
        subscription: externalSubscriptionId ?? '',
        timestamp: timestamp ?? 0,
      },
    );
    return rows.map(shownEventOf);
  }

  /** Whether there is any event of any organization. */
  async areAny(): Promise<boolean> {
    return (await this.clickhouse.rows(`select 1 from ${this.clickhouse.database}.events limit 1`)).length > 0;
  }

  /** Keys of recently received events, latest first, and whether these are all events. */
  async recentKeys(seconds: number, limit: number): Promise<{ keys: EventKey[]; all: boolean }> {
    const { database } = this.clickhouse;
    const keys = await this.clickhouse.rows<EventKey>(
      `select toString(organization_id) as organization_id, external_subscription_id, transaction_id
       from ${database}.events_raw
       where ingested_at > now64(3) - toIntervalSecond({seconds:UInt32}) order by ingested_at desc limit {limit:UInt32}`,
      { seconds, limit },
    );
    const [stored] = await this.clickhouse.rows<{ rows: string }>(`select count() as rows from ${database}.events`);
    return { keys, all: keys.length < limit && Number(stored?.rows) <= keys.length };
  }
}

/** Whether an index of the store finds the events of a selection. */
const isOfFew = ({ externalSubscriptionId, externalSubscriptionIds, transactionId }: EventSelection): boolean =>
  externalSubscriptionId !== undefined || externalSubscriptionIds !== undefined || transactionId !== undefined;

/** Instants come first: few events pass them, so the store reads the other columns of few. */
function conditionsOf(organizationId: string, selection: Located) {
  const conditions: string[] = [];
  const parameters: Record<string, unknown> = {};
  const add = (condition: string, name: string, value: unknown) => {
    conditions.push(condition);
    parameters[name] = value;
  };
  if (selection.from !== undefined)
    add(`event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`, 'from', selection.from);
  if (selection.to !== undefined)
    add(`event.timestamp <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')`, 'to', selection.to);
  add('organization_id = {organization:UUID}', 'organization', organizationId);
  if (selection.subjects !== undefined)
    add(
      `(external_subscription_id, code) in JSONExtract({subjects:String}, 'Array(Tuple(String, String))')`,
      'subjects',
      JSON.stringify(selection.subjects),
    );
  if (selection.externalSubscriptionId !== undefined)
    add('external_subscription_id = {subscription:String}', 'subscription', selection.externalSubscriptionId);
  if (selection.externalSubscriptionIds !== undefined)
    add(
      'external_subscription_id in {subscriptions:Array(String)}',
      'subscriptions',
      selection.externalSubscriptionIds,
    );
  if (selection.transactionId !== undefined)
    add('transaction_id = {transaction:String}', 'transaction', selection.transactionId);
  if (selection.code !== undefined) add('code = {code:String}', 'code', selection.code);
  const key = conditions.join(' and ');
  if (!selection.state) return { key, state: null, parameters };
  const ofState = new QueryParameters();
  const state = stateCondition(selection.state.name, selection.state.metrics, ofState);
  return { key, state, parameters: { ...parameters, ...ofState.values } };
}

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

/** The store gives up a list of a state after this time: it judges each event of the organization. */
const longestSeconds = 10;

const columns = selected(shownColumns);

/** Reads events from the usage store, repeated ones once. */
@Injectable()
export class EventsRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * One page: latest timestamp first, then by transaction id (metering, section 2.4).
   * @throws Unavailable, also when the store takes too long to judge the events
   */
  async list(
    organizationId: string,
    selection: EventSelection,
    page: Page,
  ): Promise<{ rows: ShownEvent[]; meta: Meta }> {
    const { condition, parameters } = conditionOf(organizationId, selection);
    const from = `${this.eventsOf(selection)} where ${condition}`;
    const bound = selection.state ? ` settings max_execution_time = ${longestSeconds}` : '';
    const [counted] = await this.clickhouse.rows<{ total: string }>(
      `select count() as total from ${from}${bound}`,
      parameters,
    );
    const rows = await this.clickhouse.rows<ShownEventRow>(
      `select ${columns} from ${from} order by event.timestamp desc, transaction_id asc limit {limit:UInt32} offset {offset:UInt64}${bound}`,
      { ...parameters, limit: page.per_page, offset: (page.page - 1) * page.per_page },
    );
    return { rows: rows.map(shownEventOf), meta: metaOf(page, Number(counted?.total ?? 0)) };
  }

  /** The table of a selection. `final` leaves out voided events: these are the latest marked row of each. */
  private eventsOf({ state }: EventSelection): string {
    const table = `${this.clickhouse.database}.events`;
    return state?.name === 'voided'
      ? `(select * from ${table} as event where organization_id = {organization:UUID} and is_deleted = 1
          limit 1 by external_subscription_id, code, event.timestamp, transaction_id) as event`
      : `${table} as event final`;
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

function conditionOf(organizationId: string, selection: EventSelection) {
  const conditions = ['organization_id = {organization:UUID}'];
  const parameters: Record<string, unknown> = { organization: organizationId };
  const add = (condition: string, name: string, value: unknown) => {
    conditions.push(condition);
    parameters[name] = value;
  };
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
  if (selection.from !== undefined)
    add(`event.timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`, 'from', selection.from);
  if (selection.to !== undefined)
    add(`event.timestamp <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')`, 'to', selection.to);
  if (!selection.state) return { condition: conditions.join(' and '), parameters };
  const ofState = new QueryParameters();
  conditions.push(`(${stateCondition(selection.state.name, selection.state.metrics, ofState)})`);
  return { condition: conditions.join(' and '), parameters: { ...parameters, ...ofState.values } };
}

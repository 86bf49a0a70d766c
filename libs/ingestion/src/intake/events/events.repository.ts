import { Injectable } from '@nestjs/common';
import type { Meta } from '@tollgate/contracts';
import { ClickHouse, metaOf, type Page } from '@tollgate/platform';
import type { EventKey } from '../window/transaction-window.js';
import type { ShownEvent } from '../../model/accepted-events/accepted-event.js';
import { selected, shownColumns, shownEventOf, type ShownEventRow } from '../../store/blocks/stored-event.js';
import {
  conditionsOf,
  isIndexed,
  sourceOf,
  type EventSelection,
  type Located,
  type Subject,
} from './event-selection.js';

/** Some events of a selection, in its order. */
interface Slice {
  selection: Located;
  offset: number;
  limit: number;
}

/** The store gives up a statement after this time, or with more memory: a list may judge each event of the organization. */
export const bounds = 'settings max_execution_time = 10, max_memory_usage = 1000000000';

/** Pages after or among more events are sought from an instant: the store would sort all of these. */
const mostSorted = 10_000;
/** Instants by which a page is sought at most; one is enough unless most keys are of repeated or other events. */
const mostSteps = 4;

/** A list of more events says that there are at least these: counting millions takes seconds. */
export const mostCounted = 100_000;

/** A page of events of more subscriptions and codes is not narrowed to these. */
const mostSubjects = 1000;

/**
 * Keys to read for each event of a page, and if these do not suffice. Keys of repeated, voided and other events are among
 * them. Each further key may be a further subscription to read.
 */
const sharesOfKeys = [1.1, 4];

/**
 * The order in which the store finds the latest keys. With the organization, though it is one, it reads them as they are
 * stored in the order of time, and sorts none. An index finds those of few subscriptions, and then sorting is faster.
 */
const latestKeyFirst = (selection: EventSelection): string =>
  isIndexed(selection) ? 'order by event.timestamp desc' : 'order by organization_id desc, event.timestamp desc';

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
    const counted = (await this.isAny(organizationId, selection))
      ? await this.count(organizationId, selection, mostCounted + 1)
      : 0;
    const rows = counted === 0 ? [] : await this.page(organizationId, selection, { page, counted });
    const known = rows.length === 0 ? 0 : (page.page - 1) * page.per_page + rows.length;
    const total = counted <= mostCounted ? counted : Math.max(mostCounted, known);
    return { rows: rows.slice(0, page.per_page).map(shownEventOf), meta: metaOf(page, total) };
  }

  /**
   * Whether any stored row has the state of a selection, the present or an earlier one of its event. The store remembers
   * which parts have none, unlike with `final`, so it judges each event of the organization once.
   */
  private async isAny(organizationId: string, selection: EventSelection): Promise<boolean> {
    const { key, state, parameters } = conditionsOf(organizationId, selection);
    if (state === null) return true;
    const rows = await this.clickhouse.rows(
      `select 1 from ${this.clickhouse.database}.events as event where ${key} and (${state}) limit 1 ${bounds}`,
      parameters,
    );
    return rows.length > 0;
  }

  /** Counts the events of a selection, or stops at `most` of them. */
  private async count(organizationId: string, selection: Located, most?: number): Promise<number> {
    const { from, parameters } = sourceOf(this.clickhouse.database, organizationId, selection);
    const [counted] = await this.clickhouse.rows<{ total: string }>(
      `select count() as total from (select 1 from ${from} ${most === undefined ? '' : `limit ${most}`}) ${bounds}`,
      parameters,
    );
    return Number(counted?.total ?? 0);
  }

  /**
   * The events of a page, and the next one. The store has the events of a subscription and a code in the order of time. It
   * would merge and sort those of others, so it finds the place of the page first, unless there are few.
   * @param counted the events of the selection, up to a bound
   */
  private async page(
    organizationId: string,
    selection: EventSelection,
    { page, counted }: { page: Page; counted: number },
  ): Promise<ShownEventRow[]> {
    const offset = (page.page - 1) * page.per_page;
    const slice = await this.nearer(organizationId, { selection, offset, limit: page.per_page + 1 });
    if (slice === null) return [];
    if (isIndexed(selection) && counted <= mostSorted) return this.rowsOf(organizationId, slice);
    for (const share of sharesOfKeys) {
      const place = await this.placeOf(organizationId, slice, Math.ceil(share * (slice.offset + slice.limit)));
      const rows = await this.rowsOf(organizationId, { ...slice, selection: { ...slice.selection, ...place } });
      if (place.after === undefined || rows.length === slice.limit) return rows;
    }
    return this.rowsOf(organizationId, slice);
  }

  /**
   * Skips the events of earlier pages: the same slice, counted from an instant near it. As many keys as events are skipped
   * lead to that instant. There are fewer events than keys, because keys of repeated, voided and other events are among
   * them.
   * @returns null if the events end before it
   */
  private async nearer(organizationId: string, far: Slice): Promise<Slice | null> {
    let slice = far;
    for (let step = 0; slice.offset > mostSorted && step < mostSteps; step += 1) {
      const at = await this.keyAt(organizationId, slice);
      if (at === undefined) return null;
      const skipped = await this.count(organizationId, { ...slice.selection, after: at });
      if (skipped === 0) break;
      slice = { ...slice, offset: slice.offset - skipped, selection: { ...slice.selection, upTo: at } };
    }
    return slice;
  }

  /** The instant of the last key that the offset of a slice skips. */
  private async keyAt(organizationId: string, { selection, offset }: Slice): Promise<string | undefined> {
    const { key, parameters } = conditionsOf(organizationId, selection);
    const [found] = await this.clickhouse.rows<{ at: string }>(
      `select toUnixTimestamp64Micro(event.timestamp) as at from ${this.clickhouse.database}.events as event
       where ${key} ${latestKeyFirst(selection)} limit 1 offset {offset:UInt64} ${bounds}`,
      { ...parameters, offset: offset - 1 },
    );
    return found?.at;
  }

  /**
   * Finds the place of a slice by the latest keys in the order of time (`by_time`).
   * @param most keys to read
   * @returns subjects, unless they are many; an instant, unless the slice may need the first event of the selection
   */
  private async placeOf(
    organizationId: string,
    { selection }: Slice,
    most: number,
  ): Promise<Pick<Located, 'subjects' | 'after'>> {
    const { key, parameters } = conditionsOf(organizationId, selection);
    const [found] = await this.clickhouse.rows<{ keys: string; earliest: string; subjects: Subject[] }>(
      `select count() as keys, toUnixTimestamp64Micro(min(timestamp)) as earliest,
              groupUniqArray(${mostSubjects + 1})((external_subscription_id, code)) as subjects
       from (select event.timestamp as timestamp, external_subscription_id, code
             from ${this.clickhouse.database}.events as event where ${key} ${latestKeyFirst(selection)} limit {most:UInt64})
       ${bounds}`,
      { ...parameters, most },
    );
    const subjects = found?.subjects ?? [];
    return {
      subjects: subjects.length > mostSubjects ? undefined : subjects,
      after: Number(found?.keys) < most ? undefined : found?.earliest,
    };
  }

  /**
   * Narrows a selection to its latest events, and all others of the earliest instant among these.
   * @param most keys to read, among which are those of repeated and voided events
   * @throws Unavailable
   */
  async latest(organizationId: string, selection: EventSelection, most: number): Promise<Located> {
    const { subjects, after } = await this.placeOf(organizationId, { selection, offset: 0, limit: most }, most);
    return { ...selection, subjects, after: after === undefined ? undefined : String(BigInt(after) - 1n) };
  }

  private rowsOf(organizationId: string, { selection, offset, limit }: Slice): Promise<ShownEventRow[]> {
    const { from, parameters } = sourceOf(this.clickhouse.database, organizationId, selection);
    return this.clickhouse.rows<ShownEventRow>(
      `select ${columns} from ${from} order by event.timestamp desc, transaction_id asc
       limit {limit:UInt32} offset {offset:UInt64} ${bounds}`,
      { ...parameters, limit, offset },
    );
  }

  /** Counts the events of a selection; null for more than 100,000. @throws Unavailable likewise */
  async countUpToBound(organizationId: string, selection: Located): Promise<number | null> {
    const counted = await this.count(organizationId, selection, mostCounted + 1);
    return counted > mostCounted ? null : counted;
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

  /** The events of some ids that are not voided, at most two of each; with two the caller must narrow the choice. */
  async withTransactionIds(
    organizationId: string,
    transactionIds: readonly string[],
    externalSubscriptionId: string | undefined,
  ): Promise<ShownEvent[]> {
    const rows = await this.clickhouse.rows<ShownEventRow>(
      `select ${columns} from ${this.clickhouse.database}.events as event final
       where organization_id = {organization:UUID} and transaction_id in {transactions:Array(String)}
         ${externalSubscriptionId === undefined ? '' : 'and external_subscription_id = {subscription:String}'}
       order by transaction_id, event.timestamp limit 2 by transaction_id ${bounds}`,
      {
        organization: organizationId,
        transactions: [...transactionIds],
        ...(externalSubscriptionId === undefined ? {} : { subscription: externalSubscriptionId }),
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

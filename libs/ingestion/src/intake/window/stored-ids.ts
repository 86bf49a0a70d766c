import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ClickHouse, Batcher, Logger, Metrics, Unavailable } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { EventLog } from '../log/event-log.js';
import { EvictedIdFilter } from './evicted-id-filter.js';
import { storedIdPages } from './stored-id-pages.js';
import { TransactionWindow, windowKey, type EventKey } from './transaction-window.js';

const lookupTimeoutMs = 3_000;
const pauseMs = 5_000;
const idsPerQuery = 500;
const readEveryMs = 60_000;

/**
 * Looks up transaction ids in the store that the window does not know; concurrent lookups share a query. It skips ids
 * that the filter excludes; a background task loads the ids that the window lacks from the store into that filter.
 */
@Injectable()
export class StoredIds implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lookups = new Batcher<AcceptedEvent[], Set<string>>((requests) => this.answers(requests));
  private readonly stopping = new AbortController();
  private reading: Promise<void> | undefined;
  private unavailableUntil = 0;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly window: TransactionWindow,
    private readonly evictedIds: EvictedIdFilter,
    private readonly log: EventLog,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.reading = this.readPeriodically();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }

  /**
   * Whether each event is in the store already. While the store is unavailable the answer is false. Events are then
   * accepted all the same, and the store deduplicates those that carry a timestamp.
   */
  async among(events: AcceptedEvent[]): Promise<boolean[]> {
    const doubtful = this.window.doubtful(events);
    if (doubtful.length === 0 || Date.now() < this.unavailableUntil) return events.map(() => false);
    try {
      if (this.window.isLost()) await inTime(this.isAllStored());
      this.metrics.eventIdLookups.inc(doubtful.length);
      const storedKeys = await inTime(this.lookups.add('', doubtful));
      return events.map((event) => storedKeys.has(windowKey(event)));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      this.unavailableUntil = Date.now() + pauseMs;
      this.logger.warn('the usage store does not answer about transaction ids', { error });
      return events.map(() => false);
    }
  }

  /**
   * The keys of those events that the store has, whatever the window knows: for events of the past.
   * @throws Unavailable
   */
  async known(events: EventKey[]): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    for (let from = 0; from < events.length; from += idsPerQuery)
      for (const key of await this.stored(events.slice(from, from + idsPerQuery))) keys.add(windowKey(key));
    return keys;
  }

  private async isAllStored(): Promise<boolean> {
    return this.log.reached(await this.log.target());
  }

  private async readPeriodically(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (!this.evictedIds.knowsAllBefore(this.window.holdsFrom()))
          await this.evictedIds.read(
            (since) => storedIdPages(this.clickhouse, since),
            () => this.isAllStored(),
            () => !signal.aborted,
          );
      } catch (error) {
        this.logger.warn('ids of stored events cannot be read', { error });
      }
      await sleep(readEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async answers(requests: AcceptedEvent[][]): Promise<Set<string>[]> {
    const events = requests.flat();
    const storedKeys = new Set<string>();
    for (let from = 0; from < events.length; from += idsPerQuery) {
      for (const key of await this.stored(events.slice(from, from + idsPerQuery))) storedKeys.add(windowKey(key));
    }
    return requests.map(() => storedKeys);
  }

  /** Includes voided events: their ids stay taken. */
  private async stored(events: EventKey[]): Promise<EventKey[]> {
    const all = (name: keyof EventKey) => [...new Set(events.map((event) => event[name]))];
    return this.clickhouse.rows<EventKey>(
      `select distinct toString(event.organization_id) as organization_id, external_subscription_id, transaction_id
       from ${this.clickhouse.database}.events as event
       where event.organization_id in {organizations:Array(UUID)} and external_subscription_id in {subscriptions:Array(String)}
         and transaction_id in {transactions:Array(String)}
       settings max_execution_time = ${lookupTimeoutMs / 1000}`,
      {
        organizations: all('organization_id'),
        subscriptions: all('external_subscription_id'),
        transactions: all('transaction_id'),
      },
    );
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable('the usage store does not answer in time')), lookupTimeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

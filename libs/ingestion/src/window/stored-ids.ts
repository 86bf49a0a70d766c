import { Injectable } from '@nestjs/common';
import { ClickHouse, Batcher, Logger, Unavailable } from '@tollgate/platform';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import { EventLog } from '../log/event-log.js';
import { TransactionWindow, windowKey, type EventKey, type Gap } from './transaction-window.js';

const longestQuestionMs = 3_000;
const pauseMs = 5_000;
const askedAtOnce = 500;

/** Asks the store for transaction ids that the window does not know; what comes together goes into one query. */
@Injectable()
export class StoredIds {
  private readonly questions = new Batcher<AcceptedEvent[], Set<string>>((asked) => this.answers(asked));
  private awayUntil = 0;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly window: TransactionWindow,
    private readonly log: EventLog,
    private readonly logger: Logger,
  ) {}

  /**
   * Which of some events are in the store, by place. While the store is away none is: events are taken all the same, and those that
   * carry a timestamp are the same event to the store.
   */
  async among(events: AcceptedEvent[]): Promise<boolean[]> {
    const gap = this.window.gap();
    const doubtful = events.filter((event) => mayBeStored(event, gap));
    if (doubtful.length === 0 || Date.now() < this.awayUntil) return events.map(() => false);
    try {
      if (gap === 'lost') await inTime(this.log.target().then((target) => this.log.reached(target)));
      const found = await inTime(this.questions.add('', doubtful));
      return events.map((event) => found.has(windowKey(event)));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      this.awayUntil = Date.now() + pauseMs;
      this.logger.warn('the store cannot be asked for transaction ids', { error });
      return events.map(() => false);
    }
  }

  private async answers(asked: AcceptedEvent[][]): Promise<Set<string>[]> {
    const events = asked.flat();
    const found = new Set<string>();
    for (let from = 0; from < events.length; from += askedAtOnce) {
      for (const key of await this.stored(events.slice(from, from + askedAtOnce))) found.add(windowKey(key));
    }
    return asked.map(() => found);
  }

  /** Voided events are among them: their ids stay taken. */
  private async stored(events: AcceptedEvent[]): Promise<EventKey[]> {
    const all = (name: keyof EventKey) => [...new Set(events.map((event) => event[name]))];
    return this.clickhouse.rows<EventKey>(
      `select distinct toString(event.organization_id) as organization_id, external_subscription_id, transaction_id
       from ${this.clickhouse.database}.events as event
       where event.organization_id in {organizations:Array(UUID)} and external_subscription_id in {subscriptions:Array(String)}
         and transaction_id in {transactions:Array(String)}
       settings max_execution_time = ${longestQuestionMs / 1000}`,
      {
        organizations: all('organization_id'),
        subscriptions: all('external_subscription_id'),
        transactions: all('transaction_id'),
      },
    );
  }
}

/** Beyond the window's time only events without a timestamp are asked for: others are the same event to the store. */
function mayBeStored({ timestamp, received_at: receivedAt }: AcceptedEvent, gap: Gap): boolean {
  if (gap === 'none') return false;
  return gap !== 'earlier' || timestamp === receivedAt * 1000;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable('the usage store does not answer in time')), longestQuestionMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

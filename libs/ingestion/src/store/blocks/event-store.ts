import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ClickHouse, isDatabaseUnavailable, Logger, Unavailable } from '@tollgate/platform';
import { AdvanceMessages } from '../in-advance/advance-messages.js';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { EventChecks } from '../../quality/checks/event-checks.js';
import { errorsOf } from '../../model/enrichment/event-errors.rules.js';
import { FaultyEventsRepository, type FaultyEvent } from '../../quality/faulty-events/faulty-events.repository.js';
import { RefusedEvents } from '../../quality/checks/refused-events.js';
import { enrich } from '../../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersionOf, versionNow } from './event-rows.js';
import { insertBlock } from './insert-block.js';
import { receivedBlock, receivedValues, type EnrichedEvent } from './received-block.js';
import { KnownMetrics, type MetricsOfBlock } from '../../model/enrichment/known-metrics.js';
import { selected, shownColumns, shownEventOf, type StoredEventRow } from './stored-event.js';
import { sharedColumns } from './usage-tables.js';

/** The stored events of one insert, with the texts that enrichment found. */
export interface StoredBlock {
  /** Numbers increase with the blocks of a process; they derive from its clock in microseconds. */
  number: number;
  events: AcceptedEvent[];
  /** Text of the metric's field, event by event. */
  valueTexts: (string | null)[];
  /** The metrics of the enrichment, and the events with errors by these; absent on replayed blocks. */
  by?: { metrics: MetricsOfBlock; faulty: FaultyEvent[] };
}

const longestWaitMs = 5_000;
/** How often a block may fail for its own reasons before it is split. */
const failuresOfBlock = 4;

const receivedColumns: [string, ...string[]] = [...eventColumns, 'block', 'ingested_at'];

/** Whether an error means that a store or a database is unavailable, which is transient for any query. */
export const isUnavailable = (error: unknown): boolean => error instanceof Unavailable || isDatabaseUnavailable(error);

/** Writes events into the usage store, in blocks. */
@Injectable()
export class EventStore {
  private lastNumber = 0;

  /** The number of the last block. */
  get lastBlock(): number {
    return this.lastNumber;
  }

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly knownMetrics: KnownMetrics,
    private readonly messages: AdvanceMessages,
    private readonly checks: EventChecks,
    private readonly faultyEvents: FaultyEventsRepository,
    private readonly refused: RefusedEvents,
    private readonly logger: Logger,
  ) {
    refused.retryBy((events) => this.writeAgain(events));
  }

  /**
   * Writes a block as one insert, durable when it resolves. Writing the same events again changes nothing. It parks the
   * events that the store rejects.
   * @throws Unavailable when the outcome is unknown
   */
  async write(events: AcceptedEvent[]): Promise<StoredBlock> {
    const metrics = await this.knownMetrics.forEvents(events);
    const enriched = events.map((event) => ({ event, enrichment: enrich(event, metrics.get(event)) }));
    const number = this.nextNumber();
    const refused = await insertBlock(enriched, (some) => this.insertReceived(some, number));
    await this.refused.park(
      refused.map(({ position, reason }) => ({ event: events[position] as AcceptedEvent, reason })),
    );
    const odd = new Set(refused.map(({ position }) => position));
    const isStored = (_: unknown, index: number) => !odd.has(index);
    return {
      number,
      events: events.filter(isStored),
      valueTexts: enriched.filter(isStored).map(({ enrichment: { valueText } }) => valueText),
      by: {
        metrics,
        faulty: faultyAmong(enriched, metrics),
      },
    };
  }

  /**
   * Runs the follow-up work of a stored block. It records faulty events and their hours, publishes the events to the
   * services that charge them, and enriches events whose metric changed meanwhile. It is idempotent.
   */
  async follow(block: StoredBlock): Promise<void> {
    if (block.events.length === 0) return;
    // Metrics that change after this instant trigger their own enrichment of these events.
    const version = versionNow();
    const metrics = await this.knownMetrics.read(block.events);
    const faulty =
      block.by?.faulty ??
      faultyAmong(
        block.events.map((event) => ({ event, enrichment: enrich(event, metrics.get(event)) })),
        metrics,
      );
    await Promise.all([
      this.recordFaulty(faulty),
      this.messages.publish(block.events),
      this.backfill(block, metrics, version),
    ]);
  }

  /**
   * Retries the follow-up work until it is complete, for as long as a dependency is unavailable. When a block itself
   * fails repeatedly, it follows the halves, down to single failing events, which it parks.
   * @param goesOn false ends the attempt with work left
   * @returns whether all of it is complete
   */
  async followUntilDone(block: StoredBlock, goesOn: () => boolean): Promise<boolean> {
    let failures = 0;
    for (let wait = 100; goesOn(); wait = Math.min(wait * 2, longestWaitMs)) {
      try {
        await this.follow(block);
        return true;
      } catch (error) {
        this.logger.warn('effects of stored events are delayed', {
          block: block.number,
          events: block.events.length,
          error,
        });
        if (!isUnavailable(error) && ++failures === failuresOfBlock) return this.followApart(block, error, goesOn);
        await sleep(wait);
      }
    }
    return false;
  }

  /** The check of an hour finds the events of the hour, so these come first. */
  private async recordFaulty(faulty: FaultyEvent[]): Promise<void> {
    await this.faultyEvents.record(faulty);
    await this.checks.record(faulty.map(({ event }) => event));
  }

  /** Parks events that cannot be stored or followed, and reports them to their sender; durable when it resolves. */
  async setAside(events: AcceptedEvent[], reason: unknown): Promise<void> {
    await this.refused.park(events.map((event) => ({ event, reason })));
  }

  /** Continues the numbering after the stored blocks, even when the clock was set back. */
  async countOn(): Promise<void> {
    const [row] = await this.clickhouse.rows<{ last: string }>(`select max(block) as last from ${this.raw}`);
    this.lastNumber = Math.max(this.lastNumber, Number(row?.last ?? 0));
  }

  /**
   * Ensures that the blocks after one are in `events` and followed, in order. The engine may have died between storing
   * received events and passing them on, or this process before it published them.
   * @param largestBlock most events of a block
   * @returns the number of the last block
   */
  async replay(after: number, largestBlock: number, goesOn: () => boolean): Promise<number> {
    for (let done = after; ;) {
      const blocks = await this.blocksAfter(done, largestBlock);
      const last = blocks.at(-1);
      if (!last) return done;
      const columns = sharedColumns.join(', ');
      const { condition, parameters } = between(done, last.number);
      await this.clickhouse.command(
        `insert into ${this.clickhouse.database}.events (${columns}) select ${columns} from ${this.raw} where ${condition}`,
        parameters,
      );
      for (const block of blocks) {
        if (!(await this.followUntilDone(block, goesOn))) return done;
        done = block.number;
      }
    }
  }

  private async followApart(block: StoredBlock, error: unknown, goesOn: () => boolean): Promise<boolean> {
    const [first, ...more] = block.events;
    if (first && more.length === 0) {
      await this.setAside([first], error);
      return true;
    }
    const half = block.events.length >> 1;
    for (const [from, end] of [
      [0, half],
      [half, block.events.length],
    ] as const) {
      const part = {
        number: block.number,
        events: block.events.slice(from, end),
        valueTexts: block.valueTexts.slice(from, end),
      };
      if (!(await this.followUntilDone(part, goesOn))) return false;
    }
    return true;
  }

  private async blocksAfter(after: number, largestBlock: number): Promise<StoredBlock[]> {
    const { condition, parameters } = between(after, Number.MAX_SAFE_INTEGER);
    const rows = await this.clickhouse.rows<ReplayedRow>(
      `select ${selected(replayedColumns)}, block
       from ${this.raw} as event where ${condition} order by block, toString(event.id) limit ${largestBlock + 1}`,
      parameters,
    );
    const blocks: StoredBlock[] = [];
    for (const row of rows) {
      const number = Number(row.block);
      let current = blocks.at(-1);
      if (current?.number !== number) blocks.push((current = { number, events: [], valueTexts: [] }));
      current.valueTexts.push(row.value_text);
      current.events.push({ ...shownEventOf(row), organization_id: row.organization_id });
    }
    // The last block may continue beyond the limit.
    return rows.length > largestBlock && blocks.length > 1 ? blocks.slice(0, -1) : blocks;
  }

  /**
   * Enriches the block's events for metrics that changed during the write, as their own enrichment may miss these
   * events.
   */
  private async backfill(
    { events, valueTexts, by }: StoredBlock,
    metrics: MetricsOfBlock,
    version: number,
  ): Promise<void> {
    const rows: unknown[][] = [];
    events.forEach((event, index) => {
      const metric = metrics.get(event);
      if (by && (by.metrics.get(event)?.fieldName ?? null) === (metric?.fieldName ?? null)) return;
      const finding = enrich(event, metric);
      if (metric && finding.valueText !== valueTexts[index]) rows.push(eventRow(event, finding, version));
    });
    if (rows.length > 0) await this.clickhouse.insert('events', eventColumns, rows);
  }

  /** Writes events again at an operator's request. @throws DataRefused when the store rejects them again */
  private async writeAgain(events: AcceptedEvent[]): Promise<void> {
    const metrics = await this.knownMetrics.read(events);
    const number = this.nextNumber();
    await this.insertReceived(
      events.map((event) => ({ event, enrichment: enrich(event, metrics.get(event)) })),
      number,
    );
    await this.follow({ number, events, valueTexts: events.map(() => null) });
  }

  /** One insert, by columns where the engine supports that and the events fit. */
  private async insertReceived(events: EnrichedEvent[], block: number): Promise<void> {
    const ingestedAt = Math.floor(block / 1000);
    const columns = this.clickhouse.isEmbedded ? receivedBlock(events) : null;
    if (columns && (await this.clickhouse.insertColumns('events_raw', receivedValues(block, ingestedAt), columns)))
      return;
    const rows = events.map(({ event, enrichment }) => [
      ...eventRow(event, enrichment, firstVersionOf(event)),
      block,
      ingestedAt,
    ]);
    await this.clickhouse.insert('events_raw', receivedColumns, rows);
  }

  private nextNumber(): number {
    this.lastNumber = Math.max(this.lastNumber + 1, Date.now() * 1000);
    return this.lastNumber;
  }

  private get raw(): string {
    return `${this.clickhouse.database}.events_raw`;
  }
}

const faultyAmong = (events: EnrichedEvent[], metrics: MetricsOfBlock): FaultyEvent[] =>
  events
    .map(({ event, enrichment }) => ({ event, errors: errorsOf(metrics.get(event), enrichment) }))
    .filter(({ errors }) => errors.length > 0);

/** Blocks after one, up to another; the reception time lets the engine skip parts of the table. */
const between = (after: number, upTo: number) => ({
  condition: `block > {after:UInt64} and block <= {upTo:UInt64} and ingested_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`,
  parameters: { after, upTo, since: Math.floor(after / 1000) },
});

/** A received event, with its field text and the number of its block. */
const replayedColumns = [...shownColumns, 'organization_id', 'value_text'] as const;
type ReplayedRow = Pick<StoredEventRow, (typeof replayedColumns)[number]> & { block: string };

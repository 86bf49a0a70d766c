import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { sourceBounds, type EventSourceKind } from '@tollgate/contracts';
import { Logger, Metrics, outOfContext, type Transaction } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { addCounts, type SourceCount } from './source-counts.repository.js';
import { addRefusals, type RefusedRecord } from './source-refusals.repository.js';

/** The outcome of one call. */
export interface CallCounts {
  taken: number;
  repeated: number;
  refused: number;
  /** The reason of the last refusal, or null. */
  error: string | null;
  /** The refused records, without time and owner. */
  refusals: readonly NotedRefusal[];
}

export type NotedRefusal = Omit<RefusedRecord, 'organizationId' | 'at'>;

export interface CountedSource {
  id: string;
  organizationId: string;
  kind: EventSourceKind;
}

const pauseMs = 1_000;
/** Sources whose counts wait; more than these are written at once. */
const mostWaiting = 10_000;
const longestError = 500;

/**
 * Counts the outcomes of the records of sources, and keeps the last refused ones. The counts of a second are written in one statement, so a crash loses
 * the last ones. The events themselves are in the log by then.
 */
@Injectable()
export class SourceCounts implements BeforeApplicationShutdown {
  private counts = new Map<string, SourceCount>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: IngestionDatabase,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /** Adds the counts of a call. @param at Unix milliseconds by the clock of the organization */
  note({ id, organizationId, kind }: CountedSource, call: CallCounts, at: number): void {
    const now = new Date(at);
    const noted = { organizationId, taken: 0, repeated: 0, refused: 0, receivedAt: now, error: null, refusals: [] };
    const count: SourceCount = this.counts.get(id) ?? noted;
    for (const outcome of ['taken', 'repeated', 'refused'] as const) {
      count[outcome] += call[outcome];
      if (call[outcome] > 0) this.metrics.sourceEvents.inc({ kind, outcome }, call[outcome]);
    }
    count.receivedAt = now;
    if (call.error !== null) count.error = { text: call.error.slice(0, longestError), at: now };
    const refusals = call.refusals.slice(-sourceBounds.refusals).map((one) => ({ ...one, organizationId, at: now }));
    count.refusals = newest([...count.refusals, ...refusals]);
    this.counts.set(id, count);
    if (this.counts.size >= mostWaiting) void this.write();
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.write();
    }, pauseMs);
  }

  /** Writes the collected counts now; keeps them if the database fails. */
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeNow());
    return this.writing;
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  private async writeNow(): Promise<void> {
    if (this.counts.size === 0) return;
    const { counts } = this;
    this.counts = new Map();
    try {
      await outOfContext(() => this.database.everyTenant((transaction) => store(transaction, counts)));
    } catch (error) {
      for (const [id, count] of counts) this.counts.set(id, merged(count, this.counts.get(id)));
      this.logger.warn('counts of event sources are not written yet', { sources: this.counts.size, error });
    }
  }
}

/** The counts come first: their rows are locked in one order, which holds for the refused records as well. */
async function store(transaction: Transaction, counts: ReadonlyMap<string, SourceCount>): Promise<void> {
  await addCounts(transaction, counts);
  await addRefusals(transaction, new Map([...counts].map(([id, { refusals }]) => [id, refusals])));
}

const newest = (refusals: RefusedRecord[]): RefusedRecord[] => refusals.slice(-sourceBounds.refusals);

const merged = (older: SourceCount, newer: SourceCount | undefined): SourceCount =>
  newer === undefined
    ? older
    : {
        ...newer,
        taken: older.taken + newer.taken,
        repeated: older.repeated + newer.repeated,
        refused: older.refused + newer.refused,
        error: newer.error ?? older.error,
        refusals: newest([...older.refusals, ...newer.refusals]),
      };

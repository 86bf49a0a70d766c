import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readMetricsByCode, type MetricView } from '@tollgate/catalog/reader';
import { ClickHouse, Logger } from '@tollgate/platform';
import { AdvanceNotices } from '../advance/advance-notices.js';
import type { AcceptedEvent } from '../events/accepted-event.js';
import { EventChecks } from '../event-errors/event-checks.js';
import { isFaulty } from '../event-errors/event-errors.rules.js';
import { IngestionDatabase } from '../ingestion.database.js';
import { enrich } from './enrichment.js';
import { eventColumns, eventRow, firstVersion, versionNow } from './event-rows.js';

/** Metrics of an organization by code; `seen` has every code that was asked for, with a metric or without. */
class MetricsByCode extends Map<string, MetricView> {
  readonly seen = new Set<string>();
}

const fingerprint = (metric: MetricView | undefined): string => (metric ? `${metric.id} ${metric.fieldName} ${metric.expression}` : '');

/** Writes events into the usage store, in blocks. */
@Injectable()
export class EventStore {
  private readonly recent = new LRUCache<string, MetricsByCode>({ max: 10_000, ttl: 2_000 });

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly database: IngestionDatabase,
    private readonly logger: Logger,
    private readonly notices: AdvanceNotices,
    private readonly checks: EventChecks,
  ) {}

  /**
   * Writes a block: one insert. Resolves when it is durable, and so is what it sets off. Writing the same events again
   * changes nothing.
   * @returns resolves when the block is also right by metrics that were made or changed at the same time
   */
  async insert(events: AcceptedEvent[]): Promise<{ mended: Promise<void> }> {
    if (events.length === 0) return { mended: Promise.resolve() };
    const before = await this.knownMetrics(events);
    const faulty: AcceptedEvent[] = [];
    const rows = events.map((event) => {
      const metric = before.get(event.organization_id)?.get(event.code);
      const finding = enrich(event, metric);
      if (isFaulty(metric, finding)) faulty.push(event);
      return eventRow(event, finding, firstVersion(event.received_at));
    });
    await this.clickhouse.insert('events_raw', eventColumns, rows);
    await this.checks.note(faulty);
    await this.notices.tell(events);
    return { mended: this.mendIfMetricsChanged(events, before) };
  }

  /** Tells once more of the events of the block that was written last; who heard of them already is not disturbed. */
  async tellAgain(limit: number): Promise<void> {
    const table = `${this.clickhouse.database}.events_raw`;
    const rows = await this.clickhouse.rows<StoredRow & { organization_id: string; code: string }>(
      `select toString(id) as id, toString(organization_id) as organization_id, external_subscription_id, transaction_id, code,
              toUnixTimestamp64Micro(timestamp) as timestamp, properties,
              toString(precise_total_amount_cents) as precise_total_amount_cents, toUnixTimestamp64Milli(received_at) as received_at
       from ${table} as event where ingested_at = (select max(ingested_at) from ${table}) order by toString(event.id) limit ${limit}`,
    );
    await this.notices.tell(
      rows.map((stored) => ({
        ...stored,
        timestamp: Number(stored.timestamp),
        received_at: Number(stored.received_at),
        properties: JSON.parse(stored.properties) as Record<string, unknown>,
      })),
    );
  }

  /**
   * Finds out anew what the events of a code count for, after its metric was made or changed. The events stay as they
   * are; the new finding takes the place of the old one.
   */
  async enrichAgain(organizationId: string, code: string): Promise<void> {
    const metrics = await this.database.tenant(organizationId, (transaction) => readMetricsByCode(transaction, organizationId, [code]));
    const metric = metrics.get(code);
    if (!metric) return;
    const version = versionNow();
    const pageSize = 10_000;
    let done = 0;
    for (let after = ''; ; ) {
      const page = await this.clickhouse.rows<StoredRow>(
        `select toString(id) as id, external_subscription_id, transaction_id, toUnixTimestamp64Micro(timestamp) as timestamp, properties,
                toString(precise_total_amount_cents) as precise_total_amount_cents, toUnixTimestamp64Milli(received_at) as received_at
         from ${this.clickhouse.database}.events final
         where organization_id = {organization:UUID} and code = {code:String} and toString(id) > {after:String}
         order by toString(id) limit ${pageSize}`,
        { organization: organizationId, code, after },
      );
      if (page.length === 0) break;
      const events = page.map((stored) => ({
        ...stored,
        organization_id: organizationId,
        code,
        timestamp: Number(stored.timestamp),
        received_at: Number(stored.received_at),
        properties: JSON.parse(stored.properties) as Record<string, unknown>,
      }));
      await this.clickhouse.insert('events', eventColumns, events.map((event) => eventRow(event, enrich(event, metric), version)));
      done += events.length;
      after = page.at(-1)?.id ?? '';
      if (page.length < pageSize) break;
    }
    if (done > 0) this.logger.info('events enriched again', { organization_id: organizationId, code, events: done });
  }

  private remember(organizationId: string, fresh: MetricsByCode): void {
    const known = this.recent.get(organizationId);
    if (known) {
      for (const code of known.seen) {
        if (fresh.seen.has(code)) continue;
        fresh.seen.add(code);
        const metric = known.get(code);
        if (metric) fresh.set(code, metric);
      }
    }
    this.recent.set(organizationId, fresh);
  }

  /** A metric that was made or changed while the block was written: its message may have been handled before. */
  private async mendIfMetricsChanged(events: AcceptedEvent[], before: Map<string, MetricsByCode>): Promise<void> {
    const after = await this.metricsOf(events);
    const changed = new Set<string>();
    for (const { organization_id: organizationId, code } of events) {
      const now = after.get(organizationId)?.get(code);
      if (now && fingerprint(now) !== fingerprint(before.get(organizationId)?.get(code))) changed.add(`${organizationId} ${code}`);
    }
    for (const pair of changed) {
      const separator = pair.indexOf(' ');
      await this.enrichAgain(pair.slice(0, separator), pair.slice(separator + 1));
    }
  }

  /** The metrics of a block's codes as they were a moment ago, or now; what changed since is mended after the insert. */
  private async knownMetrics(events: AcceptedEvent[]): Promise<Map<string, MetricsByCode>> {
    const known = new Map<string, MetricsByCode>();
    for (const { organization_id: organizationId, code } of events) {
      const metrics = known.get(organizationId) ?? this.recent.get(organizationId);
      if (!metrics?.seen.has(code)) return this.metricsOf(events);
      known.set(organizationId, metrics);
    }
    return known;
  }

  private async metricsOf(events: AcceptedEvent[]): Promise<Map<string, MetricsByCode>> {
    const codes = new Map<string, Set<string>>();
    for (const { organization_id, code } of events) {
      const known = codes.get(organization_id);
      if (known) known.add(code);
      else codes.set(organization_id, new Set([code]));
    }
    const metrics = new Map<string, MetricsByCode>();
    await Promise.all(
      [...codes].map(async ([organizationId, wanted]) => {
        const found = await this.database.tenant(organizationId, (transaction) => readMetricsByCode(transaction, organizationId, [...wanted]));
        const byCode = new MetricsByCode(found);
        for (const code of wanted) byCode.seen.add(code);
        metrics.set(organizationId, byCode);
        this.remember(organizationId, byCode);
      }),
    );
    return metrics;
  }
}

interface StoredRow {
  id: string;
  external_subscription_id: string;
  transaction_id: string;
  timestamp: string | number;
  properties: string;
  precise_total_amount_cents: string | null;
  received_at: string | number;
}

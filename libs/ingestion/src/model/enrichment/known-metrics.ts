import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readMetricsByCode, type MetricView } from '@tollgate/catalog/reader';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import { IngestionDatabase } from '../../ingestion.database.js';

/** Metrics of an organization by code; `seen` has every requested code, with a metric or without. */
class MetricsByCode extends Map<string, MetricView> {
  readonly seen = new Set<string>();
}

/** The metrics of a block's events. */
export interface MetricsOfBlock {
  get(event: AcceptedEvent): MetricView | undefined;
}

const cacheTtlMs = 2_000;
const cachedOrganizations = 10_000;

/** Caches the metrics that enrich events, for two seconds. */
@Injectable()
export class KnownMetrics {
  private readonly recent = new LRUCache<string, MetricsByCode>({ max: cachedOrganizations, ttl: cacheTtlMs });

  constructor(private readonly database: IngestionDatabase) {}

  /** The metrics now or up to two seconds ago; a backfill after the insert applies later changes. */
  async forEvents(events: AcceptedEvent[]): Promise<MetricsOfBlock> {
    const byOrganization = new Map<string, MetricsByCode>();
    for (const { organization_id: organizationId, code } of events) {
      const metrics = byOrganization.get(organizationId) ?? this.recent.get(organizationId);
      if (!metrics?.seen.has(code)) return this.read(events);
      byOrganization.set(organizationId, metrics);
    }
    return blockOf(byOrganization);
  }

  /** The metrics as they are now. */
  async read(events: AcceptedEvent[]): Promise<MetricsOfBlock> {
    const codes = new Map<string, Set<string>>();
    for (const { organization_id, code } of events) {
      const organizationCodes = codes.get(organization_id);
      if (organizationCodes) organizationCodes.add(code);
      else codes.set(organization_id, new Set([code]));
    }
    const metrics = new Map<string, MetricsByCode>();
    await Promise.all(
      [...codes].map(async ([organizationId, requestedCodes]) => {
        const metricsRead = await this.database.tenant(organizationId, (transaction) =>
          readMetricsByCode(transaction, [...requestedCodes]),
        );
        const byCode = new MetricsByCode(metricsRead);
        for (const code of requestedCodes) byCode.seen.add(code);
        metrics.set(organizationId, byCode);
        this.remember(organizationId, byCode);
      }),
    );
    return blockOf(metrics);
  }

  private remember(organizationId: string, fresh: MetricsByCode): void {
    const earlier = this.recent.get(organizationId);
    if (earlier) {
      for (const code of earlier.seen) {
        if (fresh.seen.has(code)) continue;
        fresh.seen.add(code);
        const metric = earlier.get(code);
        if (metric) fresh.set(code, metric);
      }
    }
    this.recent.set(organizationId, fresh);
  }
}

const blockOf = (metrics: Map<string, MetricsByCode>): MetricsOfBlock => ({
  get: ({ organization_id: organizationId, code }) => metrics.get(organizationId)?.get(code),
});

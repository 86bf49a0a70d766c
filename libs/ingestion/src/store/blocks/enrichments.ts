import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ClickHouse, Jobs, Logger, newId, Passes, SingleFlight, type TenantTransaction } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { enrichedColumns } from './enrichment-sql.js';
import {
  completeEnrichments,
  findEnrichment,
  listEnrichments,
  listPendingEnrichments,
  recordProgress,
  enqueueEnrichment,
} from './enrichments.repository.js';
import type { EnrichmentPosition, EnrichmentsTable } from '../../model/tables/enrichments.tables.js';
import { versionNow } from './event-rows.js';

/** Stored rows that one statement enriches. */
const rowsAtOnce = 500_000;
const codesAtOnce = 500;
const reconciledAtOnce = 1_000;
const parallel = 2;
/** Jobs of an organization that arrive during its run wait for the next one together, beside others that run. */
const jobsAtOnce = 8;

/**
 * Enriches stored events again after the metric of their code was created or reads another field. The store does the
 * work, a part at a time: many codes of an organization with few events, or a part of one with many. Events stay as they
 * are; the new enrichment replaces the old one.
 */
@Injectable()
export class Enrichments implements OnApplicationBootstrap {
  private readonly runs = new SingleFlight(parallel);

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly database: IngestionDatabase,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work(
      'event-enrichment',
      ({ organization_id: organizationId }) => this.runs.take(organizationId, () => this.run(organizationId)),
      jobsAtOnce,
    );
  }

  /** Records a pending enrichment of a metric, and queues a job if one is needed. @param id names the job */
  async enqueue(
    metric: { organizationId: string; code: string; fieldName: string | null },
    requestId: string | null,
    id: string,
  ): Promise<void> {
    const { organizationId, code, fieldName } = metric;
    const pending = await this.database.tenant(organizationId, async (transaction: TenantTransaction) => {
      await enqueueEnrichment(transaction, {
        organization_id: organizationId,
        code,
        field_name: fieldName,
        version: versionNow(),
      });
      return findEnrichment(transaction, code);
    });
    if (pending)
      await this.jobs.add('event-enrichment', { organization_id: organizationId, request_id: requestId }, { id });
  }

  /** Queues recorded enrichments again that lost their job. */
  async reconcile(): Promise<void> {
    const pending = await this.database.everyTenant((transaction) =>
      listPendingEnrichments(transaction, reconciledAtOnce),
    );
    await this.passes.each(
      {
        name: 'usage-housekeeping',
        failure: 'events are enriched later',
        about: (organization_id) => ({ organization_id }),
      },
      pending,
      (organization_id) => this.jobs.add('event-enrichment', { organization_id, request_id: null }, { id: newId() }),
    );
  }

  /** Enriches a part, and queues a job for the rest, so that organizations alternate; two runs at once do no harm. */
  private async run(organizationId: string): Promise<void> {
    const pending = await this.database.tenant(organizationId, (transaction) =>
      listEnrichments(transaction, codesAtOnce),
    );
    if (pending.length === 0) return;
    const counts = await this.countEvents(organizationId, pending);
    const eventsOf = ({ code }: EnrichmentsTable) => counts.get(code) ?? 0;
    const begun = pending.filter(({ position }) => position !== null);
    const small = withinRows(
      pending.filter((one) => one.position === null),
      eventsOf,
    );
    const [large] = [...begun, ...pending.filter((one) => !small.includes(one))];
    await this.enrichTogether(organizationId, small, eventsOf);
    // One that needs a run of its own gets it when all others are done.
    if (small.length === 0 && large) await this.enrichNext(large);
    const isLast = pending.length < codesAtOnce && small.length === pending.length;
    if (!isLast)
      await this.jobs.add('event-enrichment', { organization_id: organizationId, request_id: null }, { id: newId() });
  }

  /** The stored rows of each code; codes without any are absent. */
  private async countEvents(organization: string, pending: EnrichmentsTable[]): Promise<Map<string, number>> {
    const rows = await this.clickhouse.rows<{ code: string; events: string }>(
      `select code, toString(count()) as events from ${this.clickhouse.database}.events
       where organization_id = {organization:UUID} and code in {codes:Array(String)} group by code`,
      { organization, codes: pending.map(({ code }) => code) },
    );
    return new Map(rows.map(({ code, events }) => [code, Number(events)]));
  }

  /** Enriches all events of some codes with one statement; those without events need none. */
  private async enrichTogether(
    organizationId: string,
    pending: EnrichmentsTable[],
    eventsOf: (one: EnrichmentsTable) => number,
  ): Promise<void> {
    if (pending.length === 0) return;
    const stored = pending.filter((one) => eventsOf(one) > 0);
    if (stored.length > 0) {
      const condition = 'event.organization_id = {organization:UUID} and event.code in {codes:Array(String)}';
      await this.enrich(stored, condition, { organization: organizationId });
    }
    await this.database.tenant(organizationId, (transaction) => completeEnrichments(transaction, pending));
    this.logger.info('events were enriched for metrics', {
      organization_id: organizationId,
      codes: pending.length,
      with_events: stored.length,
    });
  }

  /** Enriches the next part of a code with many events. */
  private async enrichNext(pending: EnrichmentsTable): Promise<void> {
    const end = await this.endOfPart(pending);
    const { condition, parameters } = partOf(pending, end);
    await this.enrich([pending], condition, parameters);
    await this.database.tenant(pending.organization_id, (transaction) =>
      recordProgress(transaction, pending, end, end ? rowsAtOnce : 0),
    );
    this.logger.info('events were enriched for a metric', {
      organization_id: pending.organization_id,
      code: pending.code,
      done: end === null,
      events: pending.events,
    });
  }

  /** Where the next part ends; null when it is the last. */
  private async endOfPart(pending: EnrichmentsTable): Promise<EnrichmentPosition | null> {
    const { condition, parameters } = partOf(pending, null);
    const [end] = await this.clickhouse.rows<EnrichmentPosition>(
      `select event.external_subscription_id as external_subscription_id, toUnixTimestamp64Micro(event.timestamp) as timestamp
       from ${this.clickhouse.database}.events as event where ${condition}
       order by event.organization_id, event.external_subscription_id, event.code, event.timestamp limit 1 offset ${rowsAtOnce}`,
      parameters,
    );
    return end ?? null;
  }

  private async enrich(
    pending: EnrichmentsTable[],
    condition: string,
    parameters: Record<string, unknown>,
  ): Promise<void> {
    const { database } = this.clickhouse;
    const enriched = enrichedColumns(pending);
    await this.clickhouse.longCommand(
      `insert into ${database}.events (${enriched.columns}) select ${enriched.values} from ${database}.events as event final where ${condition}`,
      { ...parameters, ...enriched.parameters },
    );
  }
}

/** The first enrichments that together fit into one statement. */
function withinRows(pending: EnrichmentsTable[], eventsOf: (one: EnrichmentsTable) => number): EnrichmentsTable[] {
  let rows = 0;
  return pending.filter((one) => {
    if (rows + eventsOf(one) > rowsAtOnce) return false;
    rows += eventsOf(one);
    return true;
  });
}

function partOf({ organization_id: organization, code, position }: EnrichmentsTable, end: EnrichmentPosition | null) {
  const place = (name: string) =>
    `({${name}_subscription:String}, fromUnixTimestamp64Micro({${name}_timestamp:Int64}, 'UTC'))`;
  const conditions = ['event.organization_id = {organization:UUID}', 'event.code = {code:String}'];
  const parameters: Record<string, unknown> = { organization, code };
  for (const [name, at, comparison] of [
    ['after', position, '>'],
    ['end', end, '<='],
  ] as const) {
    if (!at) continue;
    conditions.push(`(event.external_subscription_id, event.timestamp) ${comparison} ${place(name)}`);
    parameters[`${name}_subscription`] = at.external_subscription_id;
    parameters[`${name}_timestamp`] = at.timestamp;
  }
  return { condition: conditions.join(' and '), parameters };
}

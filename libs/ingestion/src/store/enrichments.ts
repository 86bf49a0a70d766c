import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ClickHouse, Jobs, Logger, newId, Passes, type TenantTransaction } from '@tollgate/platform';
import { IngestionDatabase } from '../ingestion.database.js';
import { enrichedColumns } from './enrichment-sql.js';
import { findEnrichment, listOwedEnrichments, recordProgress, oweEnrichment } from './enrichments.repository.js';
import type { EnrichmentPosition, EnrichmentsTable } from '../tables/enrichments.tables.js';
import { versionNow } from './event-rows.js';

/** Stored rows that one statement enriches. */
const rowsAtOnce = 500_000;
const reconciledAtOnce = 1_000;
const parallel = 2;

/**
 * Enriches stored events again after the metric of their code was created or reads another field. The store does the
 * work, a part at a time. Events stay as they are; the new enrichment replaces the old one.
 */
@Injectable()
export class Enrichments implements OnApplicationBootstrap {
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
      ({ organization_id: organizationId, code }) => this.run(organizationId, code),
      parallel,
    );
  }

  /** Records a pending enrichment of a metric, and queues a job if one is needed. @param id names the job */
  async owe(
    metric: { organizationId: string; code: string; fieldName: string | null },
    requestId: string | null,
    id: string,
  ): Promise<void> {
    const { organizationId, code, fieldName } = metric;
    const owed = await this.database.tenant(organizationId, async (transaction: TenantTransaction) => {
      await oweEnrichment(transaction, {
        organization_id: organizationId,
        code,
        field_name: fieldName,
        version: versionNow(),
      });
      return findEnrichment(transaction, code);
    });
    if (owed)
      await this.jobs.add('event-enrichment', { organization_id: organizationId, request_id: requestId, code }, { id });
  }

  /** Queues recorded enrichments again that lost their job. */
  async reconcile(): Promise<void> {
    const owed = await this.database.everyTenant((transaction) => listOwedEnrichments(transaction, reconciledAtOnce));
    await this.passes.each(
      {
        name: 'usage-housekeeping',
        failure: 'events are enriched later',
        about: ({ organization_id, code }) => ({ organization_id, code }),
      },
      owed,
      ({ organization_id, code }) =>
        this.jobs.add('event-enrichment', { organization_id, request_id: null, code }, { id: newId() }),
    );
  }

  /** Enriches part by part from the recorded position; two runs at once do no harm. */
  private async run(organizationId: string, code: string): Promise<void> {
    for (;;) {
      const owed = await this.database.tenant(organizationId, (transaction) => findEnrichment(transaction, code));
      if (!owed) return;
      const end = await this.endOfPart(owed);
      await this.enrichPart(owed, end);
      await this.database.tenant(organizationId, (transaction) =>
        recordProgress(transaction, owed, end, end ? rowsAtOnce : 0),
      );
      this.logger.info('events looked through for a metric', {
        organization_id: organizationId,
        code,
        done: end === null,
        events: owed.events,
      });
    }
  }

  /** Where the next part ends; null when it is the last. */
  private async endOfPart(owed: EnrichmentsTable): Promise<EnrichmentPosition | null> {
    const { condition, parameters } = partOf(owed, null);
    const [end] = await this.clickhouse.rows<EnrichmentPosition>(
      `select event.external_subscription_id as external_subscription_id, toUnixTimestamp64Micro(event.timestamp) as timestamp
       from ${this.clickhouse.database}.events as event where ${condition}
       order by event.organization_id, event.external_subscription_id, event.code, event.timestamp limit 1 offset ${rowsAtOnce}`,
      parameters,
    );
    return end ?? null;
  }

  private async enrichPart(owed: EnrichmentsTable, end: EnrichmentPosition | null): Promise<void> {
    const { condition, parameters } = partOf(owed, end);
    const { columns, values } = enrichedColumns(owed.field_name);
    await this.clickhouse.longCommand(
      `insert into ${this.clickhouse.database}.events (${columns}) select ${values} from ${this.clickhouse.database}.events as event final where ${condition}`,
      { ...parameters, version: owed.version, field: owed.field_name ?? '' },
    );
  }
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

import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { findMetric, readMetricsByCode } from '@tollgate/catalog/reader';
import { OnMessage } from '@tollgate/platform';
import { Judgements } from '../../quality/faulty-events/judgements.js';
import { IngestionDatabase } from '../../ingestion.database.js';
import { Enrichments } from '../../store/blocks/enrichments.js';
import { MetricExpressions } from './metric-expressions.js';

/** Enriches and judges stored events again when a metric is created or changed. */
@Controller()
export class MetricMessagesController {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly enrichments: Enrichments,
    private readonly judgements: Judgements,
    private readonly expressions: MetricExpressions,
  ) {}

  @OnMessage('billable_metric.created', 'ingestion')
  async onCreated(@Payload() message: Message<'billable_metric.created'>): Promise<void> {
    await this.enrichAgain(message);
  }

  @OnMessage('billable_metric.updated', 'ingestion')
  async onUpdated(@Payload() message: Message<'billable_metric.updated'>): Promise<void> {
    await this.enrichAgain(message);
  }

  private async enrichAgain(
    message: Message<'billable_metric.created'> | Message<'billable_metric.updated'>,
  ): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    this.expressions.evict(organizationId);
    const metric = await this.database.tenant(organizationId, async (transaction) => {
      const changed = await findMetric(transaction, payload.billable_metric_id);
      return changed && (await readMetricsByCode(transaction, [changed.code])).get(changed.code);
    });
    if (metric) {
      await this.enrichments.enqueue(
        { organizationId, code: metric.code, fieldName: metric.fieldName },
        message.request_id,
        message.id,
      );
      await this.judgements.enqueue(organizationId, metric.code, message.type === 'billable_metric.created');
    }
    await this.database.handleOnce(message, () => Promise.resolve());
  }
}

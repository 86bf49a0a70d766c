import { Injectable } from '@nestjs/common';
import type { MetricChangeEffects, RawInput } from '@tollgate/contracts';
import { planIdsOfMetric, readUnmadeChange } from '@tollgate/catalog/reader';
import { countActiveSubscriptions } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { countDrafts } from '../../model/invoices/draft-marks.repository.js';

/** The effects of a change of a metric on running periods, before it is made (metering, section 1.5). */
@Injectable()
export class MetricChangesService {
  constructor(private readonly database: InvoicingDatabase) {}

  /** @throws NotFound; Forbidden and ValidationFailed as the change itself */
  async effects(organizationId: string, code: string, raw: RawInput): Promise<MetricChangeEffects> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { metricId, effects } = await readUnmadeChange(transaction, code, raw);
      const planIds = planIdsOfMetric(transaction, metricId);
      return {
        ...effects,
        active_subscriptions_count: await countActiveSubscriptions(transaction, planIds),
        draft_invoices_count: await countDrafts(transaction, { planIds }),
      };
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Meta, UsageExplanation, UsageExplanationFilters } from '@tollgate/contracts';
import { metaOf } from '@tollgate/platform';
import { chargeInputs } from '../../model/fee-inputs/charge-inputs.js';
import { partOfCharge } from '../../model/line-items/new-invoice.js';
import type { RatedBucket, RatedCharge } from '../../model/rated-charges/rated-charge.js';
import { unitsInAdvance } from '../../rating/in-advance-rating/in-advance-usage.js';
import { CurrentUsageService, type SelectedUsage } from '../../usage/customer-usage/current-usage.service.js';
import { presentUsageExplanation } from './explanation.presenter.js';
import { ExplanationReport } from './explanation-report.js';

/** Explains the usage of the running period, which is on no invoice yet (metering, section 7.1). */
@Injectable()
export class UsageExplanationsService {
  constructor(
    private readonly usage: CurrentUsageService,
    private readonly report: ExplanationReport,
  ) {}

  /** Explains each part of the charges. @throws NotFound, NotAllowed as the current usage */
  async list(
    organizationId: string,
    externalCustomerId: string,
    filters: UsageExplanationFilters,
  ): Promise<{ explanations: UsageExplanation[]; meta: Meta }> {
    const { page, per_page, external_subscription_id, charge_code, billable_metric_code } = filters;
    const selected = await this.usage.rateSelected(organizationId, externalCustomerId, {
      ...(external_subscription_id === undefined ? {} : { external_subscription_id }),
      ...(charge_code === undefined ? {} : { charge_code }),
      ...(billable_metric_code === undefined ? {} : { billable_metric_code }),
    });
    const parts = selected.rated.flatMap(({ charge, buckets }) => buckets.map((bucket) => ({ charge, bucket })));
    const first = (page - 1) * per_page;
    const explanations = parts.slice(first, first + per_page).map((part) => explain(selected, part));
    for (const explanation of explanations)
      this.report.differences('usage', selected.consumer.subscription.id, explanation);
    return { explanations, meta: metaOf({ page, per_page }, parts.length) };
  }
}

function explain(
  { consumer, period }: SelectedUsage,
  { charge, bucket }: { charge: RatedCharge['charge']; bucket: RatedBucket },
): UsageExplanation {
  const { aggregation, billed, fee } = bucket;
  const inputs = chargeInputs(
    partOfCharge(consumer, charge, bucket, period),
    aggregation,
    billed ? { ...billed, priced: unitsInAdvance(aggregation, billed) } : null,
  );
  return presentUsageExplanation(inputs, { currency: consumer.subscription.plan.currency, cents: fee.amountCents });
}

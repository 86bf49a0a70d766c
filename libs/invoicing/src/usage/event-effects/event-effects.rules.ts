import type { EventCharge, UncountedReason } from '@tollgate/contracts';
import type { ChargeView, MetricView, PlanView } from '@tollgate/catalog/reader';
import type { CountedEvent } from '@tollgate/ingestion/reader';
import { aggregationOf, filtersOfEvent, needsNumber, type EventTexts } from '@tollgate/rating';
import { resolvedFilters } from '../../model/fee-inputs/charge-inputs.js';

/** Why a metric does not count an event, whatever its subscription (metering, section 2.5). */
export function reasonsOfMetric(
  metric: MetricView | undefined,
  { value_text: text, value }: Pick<CountedEvent, 'value_text' | 'value'>,
): UncountedReason[] {
  if (!metric) return ['unknown_code'];
  if (aggregationOf(metric.aggregationType).reads === 'nothing') return [];
  if (text === null) return ['field_missing'];
  return needsNumber(metric.aggregationType) && value === null ? ['field_not_a_number'] : [];
}

/** The charges of a plan that count the events of a metric, with the filters that an event is in. */
export const chargesOfEvent = (plan: PlanView, metric: MetricView, texts: EventTexts): EventCharge[] =>
  plan.charges
    .filter((charge) => charge.metric.id === metric.id)
    .map((charge) => ({
      svc_charge_id: charge.id,
      charge_code: charge.code,
      charge_model: charge.chargeModel,
      pay_in_advance: charge.payInAdvance,
      svc_charge_filter_ids: filtersWith(charge, texts),
    }));

const filtersWith = (charge: ChargeView, texts: EventTexts): string[] =>
  filtersOfEvent(resolvedFilters(charge), texts).map(({ id }) => id);

import type { UsageFilters } from '@tollgate/contracts';
import type { ChargeView } from '@tollgate/catalog/reader';
import { NotAllowed, NotFound } from '@tollgate/platform';
import type { UsageView } from '../../model/rated-charges/charge-parts.js';

/** The part of a plan's usage that a call requests, and how it is aggregated. */
export interface UsageSelection {
  charges: ChargeView[];
  view: UsageView;
  fullUsage: boolean;
}

/**
 * Reads the filters of current usage (metering, section 7.1).
 * @throws NotFound `charge_not_found`, NotAllowed `full_usage_not_allowed`
 */
export function selectUsage(all: ChargeView[], filters: UsageFilters): UsageSelection {
  const isSelected = chargeFilter(filters);
  const charges = isSelected ? all.filter(isSelected) : byMetricName(all);
  if (isSelected && charges.length === 0) throw new NotFound('charge');
  const group = filters.group ?? filters.filter_by_group;
  const fullUsage = filters.full_usage ?? false;
  if (fullUsage && ((!isSelected && !group) || charges.some(({ prorated }) => prorated)))
    throw new NotAllowed('full_usage_not_allowed');
  return {
    charges,
    fullUsage,
    view: {
      ...(group ? { only: Object.entries(group).map(([key, values]) => ({ key, values })) } : {}),
      skipGrouping: filters.skip_grouping ?? false,
      presentation: filters.filter_by_presentation ?? true,
    },
  };
}

/** The predicate of the requested charges; null for all. */
function chargeFilter(filters: UsageFilters): ((charge: ChargeView) => boolean) | null {
  const id = filters.charge_id ?? filters.filter_by_charge_id;
  if (id !== undefined) return (charge) => charge.id === id;
  const code = filters.charge_code ?? filters.filter_by_charge_code;
  if (code !== undefined) return (charge) => charge.code === code;
  const metric = filters.billable_metric_code ?? filters.filter_by_metric_code;
  return metric === undefined ? null : (charge) => charge.metric.code === metric;
}

export function byMetricName(charges: ChargeView[]): ChargeView[] {
  const name = (charge: ChargeView) => charge.metric.name.toLowerCase();
  return [...charges].sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0));
}

import { isId, NotFound, type TenantTransaction } from '@tollgate/platform';
import {
  liveMetrics,
  readMetricFilterRows,
  type BillableMetricRow,
} from '../../products/billable-metrics/billable-metrics.repository.js';
import type { StoredCharge } from '../charge-writes/prepared-charges.js';
import { readStoredCharges } from '../charge-writes/stored-charges.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { unitCodeOf } from '../../products/pricing-units/pricing-unit.draft.js';
import { pricingUnitIds } from '../../products/pricing-units/pricing-units.repository.js';
import type { NamedTaxes } from '../../issuers/taxes/named-taxes.js';
import { readKnownTaxes } from '../../issuers/taxes/taxes.reader.js';
import type { MetricFilterView } from '../../views.js';
import type { ChargeTermsDraft } from './charge.draft.js';

/** Live metrics by their ids. */
export type NamedMetrics = ReadonlyMap<string, BillableMetricRow>;

/** The stored data that the checks of charges need. */
export interface ChargeLookups {
  metrics: NamedMetrics;
  metricFilters: ReadonlyMap<string, MetricFilterView[]>;
  taxes: NamedTaxes;
  /** The ids of pricing units, by code. */
  unitIds: ReadonlyMap<string, string>;
  /** The charges that the body changes, by id. */
  stored: ReadonlyMap<string, StoredCharge>;
}

/** A charge of a body, with the stored charge that it changes; null for a new one. */
export interface ChargePair {
  draft: ChargeTermsDraft;
  charge: ChargeRow | null;
}

/** Whether records that a body names are locked until it is written: a body that is only tried locks none. */
export type NamedLock = 'share' | 'none';

/** Results of earlier lookups for the same body. */
interface FoundBefore {
  lock?: NamedLock;
  metrics?: NamedMetrics;
  taxes?: NamedTaxes;
  stored?: ReadonlyMap<string, StoredCharge>;
}

/** The submitted metric ids in the form of the table; malformed ones are left out. */
export const metricIdsOf = (submitted: unknown[]): string[] =>
  submitted.filter((id): id is string => typeof id === 'string' && isId(id)).map((id) => id.toLowerCase());

/** The live metrics that charges name. */
export async function namedMetrics(
  transaction: TenantTransaction,
  ids: string[],
  lock: NamedLock = 'share',
): Promise<NamedMetrics> {
  const metrics = await liveMetrics(transaction, [...new Set(ids)], lock);
  return new Map(metrics.map((metric) => [metric.id, metric]));
}

/** The metric that a charge names. @throws NotFound `billable_metric_not_found` */
export function namedIn(metrics: NamedMetrics, submitted: unknown): BillableMetricRow {
  const [id] = metricIdsOf([submitted]);
  const metric = id === undefined ? undefined : metrics.get(id);
  if (!metric) throw new NotFound('billable_metric');
  return metric;
}

/** The submitted id of the metric that a charge will have; a plan with subscriptions retains the stored one. */
export const metricIdAfter = (draft: ChargeTermsDraft, charge: ChargeRow, attached: boolean): unknown =>
  attached ? charge.billable_metric_id : (draft.metricId ?? charge.billable_metric_id);

/** Looks up all that the checks of charges need, in a constant number of statements. */
export async function lookUpCharges(
  transaction: TenantTransaction,
  pairs: ChargePair[],
  attached: boolean,
  before: FoundBefore = {},
): Promise<ChargeLookups> {
  const metricIdOf = ({ draft, charge }: ChargePair) =>
    charge ? metricIdAfter(draft, charge, attached) : draft.metricId;
  const metricIds = metricIdsOf(pairs.map(metricIdOf));
  const unheld = metricIds.filter((id) => !before.metrics?.has(id));
  const filtered = pairs.filter(({ draft }) => draft.filters && draft.filters.length > 0);
  const refiltered = pairs.flatMap(({ draft, charge }) => (charge && draft.filters ? charge.id : []));
  const charges = new Map(pairs.flatMap(({ charge }) => (charge ? [[charge.id, charge] as const] : [])));
  const unitCodes = pairs.flatMap(({ draft, charge }) => (!charge && draft.unit && unitCodeOf(draft.unit)) || []);
  const taxCodes = pairs.flatMap(({ draft }) => draft.taxCodes ?? []);
  const metrics = new Map([
    ...(before.metrics ?? []),
    ...(await namedMetrics(transaction, unheld, before.lock ?? 'share')),
  ]);
  return {
    metrics,
    metricFilters: await readMetricFilterRows(transaction, [...new Set(metricIdsOf(filtered.map(metricIdOf)))]),
    taxes: before.taxes ?? (await readKnownTaxes(transaction, taxCodes)),
    unitIds: await pricingUnitIds(transaction, [...new Set(unitCodes)]),
    stored: before.stored ?? (await readStoredCharges(transaction, [...charges.values()], [...new Set(refiltered)])),
  };
}

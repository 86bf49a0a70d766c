import { isBlank, type ChargeModelName } from '@tollgate/contracts';
import { newId, ValidationFailed } from '@tollgate/platform';
import type { BillableMetricRow } from '../../products/billable-metrics/billable-metrics.repository.js';
import { checkFilterSet } from '../charge-filters/charge-filter.checks.js';
import type { FilterDraft } from '../charge-filters/charge-filter.draft.js';
import type { AddedCharge, EditedCharge, FilterChanges, StoredCharge } from '../charge-writes/prepared-charges.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { chargeCode } from '../prices/charge-code.js';
import type { OwningPlan } from '../prices/owning-plan.js';
import { checkConversionRate, checkNewUnit } from '../../products/pricing-units/pricing-unit.checks.js';
import { checkRecord, draftOnly } from '../../records.js';
import type { Stamp } from '../../scope.js';
import type { Properties } from '../../model/tables/charges.tables.js';
import { taxIdsOf } from '../../issuers/taxes/named-taxes.js';
import {
  changeByOverride,
  minimumOf,
  type ChargeChangeDraft,
  type ChargeOverrideDraft,
  type NewChargeDraft,
} from './charge.draft.js';
import { metricIdAfter, namedIn, type ChargeLookups } from './charge.lookups.js';
import { checkCharge } from './charge.rules.js';
import { changedTerms, checkedTerms, defaultTerms, pricedBy, type ChargeTerms } from './charge-terms.js';

/** The fields of a charge that can change once its plan has a subscription: prices and names (catalog, section 4.3). */
const editableWhenAttached = [
  'invoice_display_name',
  'invoice_display_name_translations',
  'properties',
  'filters',
  'tax_codes',
  'applied_pricing_unit',
] as const;

type PropertiesInput = { properties?: Properties | undefined };

/**
 * Checks a new charge: the charge itself, then its filters, its taxes, and its pricing unit.
 * @throws ValidationFailed, NotFound `billable_metric_not_found`, `tax_not_found`
 */
export function checkNewCharge(
  draft: NewChargeDraft,
  plan: OwningPlan,
  found: ChargeLookups,
  stamp: Stamp,
): AddedCharge {
  const metric = namedIn(found.metrics, draft.metricId);
  const { model } = draft;
  const propertiesFor = ({ properties }: PropertiesInput) => pricedBy(model, model, properties);
  const input = checkRecord(draft.fields, (partial, add) => {
    if (partial.code && plan.codes.includes(partial.code)) add('code', 'value_already_exist');
    const modelMissing = draft.isModelMissing;
    const terms = checkedTerms(changedTerms(defaultTerms, partial));
    checkCharge({ ...terms, model, modelMissing, properties: propertiesFor(partial), metric }, add);
  });
  const row: ChargeRow = {
    id: newId(),
    organization_id: stamp.organizationId,
    plan_id: plan.id,
    billable_metric_id: metric.id,
    parent_id: null,
    code: isBlank(input.code) ? chargeCode(metric.code, plan.codes) : (input.code as string),
    invoice_display_name: input.invoice_display_name ?? null,
    invoice_display_name_translations: input.invoice_display_name_translations ?? {},
    charge_model: input.charge_model as ChargeModelName,
    properties: propertiesFor(input),
    ...changedTerms(defaultTerms, input),
    created_at: stamp.now,
    updated_at: stamp.now,
    deleted_at: null,
  };
  const filters = draft.filters && filterSet(draft.filters, { row, metric, stored: null }, found, stamp);
  const taxIds = taxIdsOf(found.taxes, draft.taxCodes ?? []);
  const unit = draft.unit ? checkNewUnit(draft.unit, found.unitIds) : null;
  return { kind: 'added', row, filters: filters?.added ?? [], taxIds, unit };
}

/**
 * Checks a change of a charge. Absent name, model, properties and minimum fall back to their defaults; in a plan with a
 * subscription, model, code, metric and terms cannot change (catalog, section 4.3).
 * @throws ValidationFailed, NotFound `billable_metric_not_found`, `tax_not_found`
 */
export function checkChargeChange(
  draft: ChargeChangeDraft,
  stored: StoredCharge,
  plan: OwningPlan,
  found: ChargeLookups,
  stamp: Stamp,
): EditedCharge {
  const { row: before } = stored;
  const { attached } = plan;
  const metric = namedIn(found.metrics, metricIdAfter(draft, before, attached));
  const model = attached ? before.charge_model : draft.model;
  const propertiesFor = ({ properties }: PropertiesInput) => pricedBy(model, draft.model, properties);
  const termsFor = (input: Parameters<typeof changedTerms>[1]): ChargeTerms =>
    attached ? before : changedTerms({ ...before, min_amount_cents: 0n }, input);
  const editable = attached ? draftOnly(draft.fields, editableWhenAttached) : draft.fields;
  const input = checkRecord(editable, (partial, add) => {
    if (partial.code && partial.code !== before.code && plan.codes.includes(partial.code))
      add('code', 'value_already_exist');
    const modelMissing = !attached && draft.isModelMissing;
    const terms = checkedTerms(termsFor(partial));
    checkCharge({ ...terms, model, modelMissing, properties: propertiesFor(partial), metric }, add);
  });
  const row: ChargeRow = {
    ...before,
    billable_metric_id: metric.id,
    code: input.code ?? before.code,
    invoice_display_name: input.invoice_display_name ?? null,
    ...(input.invoice_display_name_translations
      ? { invoice_display_name_translations: input.invoice_display_name_translations }
      : {}),
    charge_model: model as ChargeModelName,
    properties: propertiesFor(input),
    ...changedTerms(termsFor(input), {}),
    updated_at: stamp.now,
  };
  const filters = draft.filters ? filterSet(draft.filters, { row, metric, stored }, found, stamp) : null;
  const taxIds = draft.taxCodes ? taxIdsOf(found.taxes, draft.taxCodes) : null;
  return { kind: 'edited', row, filters, taxIds, unit: checkConversionRate(draft.unit, stored.unit?.pricingUnitId) };
}

/**
 * Checks the overrides of a copied charge: the submitted fields change, then the minimum.
 * @throws ValidationFailed, NotFound `billable_metric_not_found`, `tax_not_found`
 */
export function checkChargeOverride(
  draft: ChargeOverrideDraft,
  copy: StoredCharge,
  found: ChargeLookups,
  stamp: Stamp,
): EditedCharge {
  const plan = { id: copy.row.plan_id, attached: true, codes: [] };
  const edited = checkChargeChange(changeByOverride(draft, copy.row), copy, plan, found, stamp);
  const { min_amount_cents: minimum } = checkRecord(minimumOf(draft));
  if (typeof minimum !== 'number') return edited;
  if (minimum > 0 && copy.row.pay_in_advance)
    throw new ValidationFailed({ min_amount_cents: ['not_compatible_with_pay_in_advance'] });
  return { ...edited, row: { ...edited.row, min_amount_cents: BigInt(minimum) } };
}

/** A stored charge after a change of it: a later record of the same body may change it again. */
export const afterEdit = (stored: StoredCharge, { row, filters, unit }: EditedCharge): StoredCharge => ({
  row,
  filters: filters ? [...filters.edited, ...filters.added] : stored.filters,
  lastPosition: stored.lastPosition + (filters ? filters.edited.length + filters.added.length : 0),
  unit: unit ?? stored.unit,
});

/** A charge at the check of its filters; nothing is stored of a new one. */
interface FilteredCharge {
  row: ChargeRow;
  metric: BillableMetricRow;
  stored: StoredCharge | null;
}

function filterSet(
  drafts: FilterDraft[],
  { row, metric, stored }: FilteredCharge,
  { metricFilters }: ChargeLookups,
  stamp: Stamp,
): FilterChanges {
  const charge = {
    id: row.id,
    model: row.charge_model,
    aggregationType: metric.aggregation_type,
    metricFilters: metricFilters.get(metric.id) ?? [],
  };
  const before = { stored: stored?.filters ?? [], lastPosition: stored?.lastPosition ?? 0 };
  return checkFilterSet(drafts, charge, before, stamp);
}

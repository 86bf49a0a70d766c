import {
  chargeModels,
  ChargeInPlan,
  ChargeUpdate,
  isBlank,
  type ChargeCreate,
  type ChargeModelName,
  type RawInput,
} from '@tollgate/contracts';
import { newId } from '@tollgate/platform';
import type { BillableMetricRow } from '../billable-metrics/billable-metrics.repository.js';
import { namedMetric } from '../billable-metrics/named-metric.js';
import { replaceFilters } from '../charge-filters/filter-writes.js';
import { changeConversionRate, writePricingUnit } from '../pricing-units/pricing-unit-writes.js';
import { onlyKeys, readRecord } from '../records.js';
import type { Scope } from '../scope.js';
import { replaceChargeTaxes } from '../taxes/applied-taxes.js';
import { chargeCode } from '../prices/charge-code.js';
import { checkCharge } from './charge.rules.js';
import { chargeCodes, insertCharge, updateCharge, type ChargeRow } from '../plan-repositories/charges.repository.js';
import type { Properties } from '../tables/charges.tables.js';
import { defaultProperties, storableProperties } from '../prices/properties.js';

type ChargeTerms = Pick<
  ChargeRow,
  'pay_in_advance' | 'prorated' | 'invoiceable' | 'regroup_paid_fees' | 'min_amount_cents' | 'accepts_target_wallet'
>;

const defaultTerms: ChargeTerms = {
  pay_in_advance: false,
  prorated: false,
  invoiceable: true,
  regroup_paid_fees: null,
  min_amount_cents: 0n,
  accepts_target_wallet: false,
};

/** The fields of a charge that can change once its plan has a subscription: prices and names (catalog, section 4.3). */
const editableWhenAttached = [
  'invoice_display_name',
  'properties',
  'filters',
  'tax_codes',
  'applied_pricing_unit',
] as const;

/**
 * Adds a charge to a plan: the charge itself, then its filters, then its taxes.
 * @param contract a standalone charge needs a code; a charge inside a plan gets a generated one
 * @throws ValidationFailed, NotFound `tax_not_found`
 */
export async function addCharge(
  scope: Scope,
  planId: string,
  metric: BillableMetricRow,
  contract: typeof ChargeCreate | typeof ChargeInPlan,
  raw: RawInput,
): Promise<ChargeRow> {
  const { transaction, now } = scope;
  const codesInUse = await chargeCodes(transaction, planId);
  const model = modelOf(raw);
  const propertiesFor = (input: { properties?: Properties | undefined }) => pricedBy(model, model, input.properties);
  const input = await readRecord(contract, raw, (partial, add) => {
    if (partial.code && codesInUse.includes(partial.code)) add('code', 'value_already_exist');
    const terms = changedTerms(defaultTerms, partial);
    checkCharge(
      {
        ...checkedTerms(terms),
        model,
        modelMissing: isModelMissing(raw),
        properties: propertiesFor(partial),
        metric,
      },
      add,
    );
  });
  const charge = await insertCharge(transaction, {
    id: newId(),
    organization_id: transaction.organizationId,
    plan_id: planId,
    billable_metric_id: metric.id,
    parent_id: null,
    code: isBlank(input.code) ? chargeCode(metric.code, codesInUse) : (input.code as string),
    invoice_display_name: input.invoice_display_name ?? null,
    charge_model: input.charge_model as ChargeModelName,
    properties: JSON.stringify(propertiesFor(input)),
    ...changedTerms(defaultTerms, input),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
  if (input.filters) await replaceFilters(scope, { charge, metric }, input.filters);
  if (input.tax_codes) await replaceChargeTaxes(scope, charge.id, input.tax_codes);
  await writePricingUnit(scope, charge, input.applied_pricing_unit);
  return charge;
}

/**
 * Changes a charge. Absent name, model, properties and minimum fall back to their defaults (catalog, section 4.3).
 * @param attached whether the plan has, or ever had, a subscription; then model, code, metric and terms cannot change
 * @throws ValidationFailed, NotFound `billable_metric_not_found`, `tax_not_found`
 */
export async function changeCharge(
  scope: Scope,
  charge: ChargeRow,
  attached: boolean,
  raw: RawInput,
): Promise<ChargeRow> {
  const { transaction, now } = scope;
  const editable = attached ? onlyKeys(raw, editableWhenAttached) : raw;
  const metric = await namedMetric(transaction, editable['billable_metric_id'] ?? charge.billable_metric_id);
  const codesInUse = (await chargeCodes(transaction, charge.plan_id)).filter((code) => code !== charge.code);
  const model = attached ? charge.charge_model : modelOf(editable);
  const propertiesFor = (input: { properties?: Properties | undefined }) =>
    pricedBy(model, modelOf(raw), input.properties);
  const termsFor = (input: TermsInput): ChargeTerms =>
    attached ? charge : changedTerms({ ...charge, min_amount_cents: 0n }, input);
  const input = await readRecord(ChargeUpdate, editable, (partial, add) => {
    if (partial.code && codesInUse.includes(partial.code)) add('code', 'value_already_exist');
    const modelMissing = !attached && isModelMissing(editable);
    checkCharge(
      { ...checkedTerms(termsFor(partial)), model, modelMissing, properties: propertiesFor(partial), metric },
      add,
    );
  });
  const changed = await updateCharge(transaction, charge.id, {
    billable_metric_id: metric.id,
    code: input.code,
    invoice_display_name: input.invoice_display_name ?? null,
    charge_model: model,
    properties: JSON.stringify(propertiesFor(input)),
    ...termColumns(termsFor(input)),
    updated_at: now,
  });
  if (input.filters) await replaceFilters(scope, { charge: changed, metric }, input.filters);
  if (input.tax_codes) await replaceChargeTaxes(scope, charge.id, input.tax_codes);
  await changeConversionRate(scope, charge, input.applied_pricing_unit);
  return changed;
}

const modelOf = (raw: RawInput): ChargeModelName | undefined =>
  chargeModels.find((chargeModel) => chargeModel === raw['charge_model']);
const isModelMissing = ({ charge_model: model }: RawInput) => isBlank(model) || typeof model === 'object';

/** The properties to store for a model; without any, the defaults of the model in the request. */
function pricedBy(
  model: ChargeModelName | undefined,
  requested: ChargeModelName | undefined,
  properties: Properties | undefined,
): Properties {
  if (!model) return {};
  const hasProperties = properties !== undefined && Object.keys(properties).length > 0;
  return storableProperties(model, hasProperties ? properties : requested ? defaultProperties(requested) : {});
}

interface TermsInput {
  pay_in_advance?: boolean | null | undefined;
  prorated?: boolean | null | undefined;
  invoiceable?: boolean | null | undefined;
  regroup_paid_fees?: 'invoice' | null | undefined;
  min_amount_cents?: number | null | undefined;
  accepts_target_wallet?: boolean | null | undefined;
}

/** Terms after a change: an absent field stays, null selects the default. */
function changedTerms(terms: ChargeTerms, input: TermsInput): ChargeTerms {
  const flag = (key: 'pay_in_advance' | 'prorated' | 'invoiceable' | 'accepts_target_wallet') =>
    input[key] === undefined ? terms[key] : (input[key] ?? defaultTerms[key]);
  return {
    pay_in_advance: flag('pay_in_advance'),
    prorated: flag('prorated'),
    invoiceable: flag('invoiceable'),
    regroup_paid_fees: input.regroup_paid_fees === undefined ? terms.regroup_paid_fees : input.regroup_paid_fees,
    min_amount_cents:
      input.min_amount_cents === undefined ? terms.min_amount_cents : BigInt(input.min_amount_cents ?? 0),
    accepts_target_wallet: flag('accepts_target_wallet'),
  };
}

const termColumns = (terms: ChargeTerms): ChargeTerms => changedTerms(terms, {});

const checkedTerms = (terms: ChargeTerms) => ({
  payInAdvance: terms.pay_in_advance,
  prorated: terms.prorated,
  invoiceable: terms.invoiceable,
  regroupPaidFees: terms.regroup_paid_fees,
  minAmountCents: terms.min_amount_cents,
});

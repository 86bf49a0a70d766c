import {
  fixedChargeModels,
  FixedChargeInPlan,
  FixedChargeUpdate,
  isBlank,
  type FixedChargeCreate,
  type FixedChargeModel,
  type RawInput,
} from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import { isId, newId, NotFound } from '@tollgate/platform';
import { liveAddOns, type AddOnRow } from '../add-ons/add-ons.repository.js';
import { chargeCode } from '../prices/charge-code.js';
import type { Properties } from '../tables/charges.tables.js';
import { defaultProperties } from '../prices/properties.js';
import { readRecord } from '../records.js';
import type { Scope } from '../scope.js';
import { replaceFixedChargeTaxes } from '../taxes/applied-taxes.js';
import { checkFixedCharge, storableFixedChargeProperties, storableUnits } from './fixed-charge.rules.js';
import {
  fixedChargeCodes,
  insertFixedCharge,
  updateFixedCharge,
  type FixedChargeRow,
} from '../plan-repositories/fixed-charges.repository.js';

/** The live add-on that a fixed charge names, by its id or else its code. @throws NotFound `add_on_not_found` */
export async function namedAddOn(
  { transaction }: Scope,
  { add_on_id: id, add_on_code: code }: RawInput,
): Promise<AddOnRow> {
  const ids = typeof id === 'string' && isId(id) ? [id] : [];
  const codes = isBlank(id) && typeof code === 'string' ? [code] : [];
  const [addOn] = await liveAddOns(transaction, ids, codes, 'share');
  if (!addOn) throw new NotFound('add_on');
  return addOn;
}

/**
 * Adds a fixed charge to a plan, then its taxes.
 * @param contract a standalone fixed charge needs a code; one inside a plan gets a generated one
 * @throws ValidationFailed, NotFound `tax_not_found`
 */
export async function addFixedCharge(
  scope: Scope,
  planId: string,
  addOn: AddOnRow,
  contract: typeof FixedChargeCreate | typeof FixedChargeInPlan,
  raw: RawInput,
  parentId: string | null = null,
): Promise<FixedChargeRow> {
  const { transaction, now } = scope;
  const codesInUse = await fixedChargeCodes(transaction, planId);
  const model = modelOf(raw);
  const input = await readRecord(contract, raw, (partial, add) => {
    if (partial.code && codesInUse.includes(partial.code)) add('code', 'value_already_exist');
    checkFixedCharge(
      {
        model,
        modelMissing: isModelMissing(raw),
        properties: pricedBy(model, model, partial.properties),
        payInAdvance: partial.pay_in_advance ?? false,
        prorated: partial.prorated ?? false,
        units: partial.units ?? undefined,
      },
      add,
    );
  });
  const charge = await insertFixedCharge(transaction, {
    id: newId(),
    organization_id: transaction.organizationId,
    plan_id: planId,
    add_on_id: addOn.id,
    parent_id: parentId,
    code: isBlank(input.code) ? chargeCode(addOn.code, codesInUse) : (input.code as string),
    invoice_display_name: input.invoice_display_name ?? null,
    charge_model: model as FixedChargeModel,
    properties: JSON.stringify(pricedBy(model, model, input.properties)),
    pay_in_advance: input.pay_in_advance ?? false,
    prorated: input.prorated ?? false,
    units: storableUnits(input.units ?? '0'),
    revision: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
  if (input.tax_codes) await replaceFixedChargeTaxes(scope, charge.id, input.tax_codes);
  return charge;
}

export interface ChangedFixedCharge {
  before: FixedChargeRow;
  after: FixedChargeRow;
  unitsChanged: boolean;
  /** Whether the new units are in force now, else from the next period on. */
  immediately: boolean;
  /** The model in the request; the cascade skips copies with another model. */
  requestedModel: FixedChargeModel | undefined;
}

/**
 * Changes a fixed charge: units, properties and name always, even if absent; model and code only while the plan
 * has no subscription (catalog, section 6).
 * @param restated its units count as new even if they equal the stored ones
 * @throws ValidationFailed, NotFound `tax_not_found`
 */
export async function changeFixedCharge(
  scope: Scope,
  before: FixedChargeRow,
  attached: boolean,
  raw: RawInput,
  restated = false,
): Promise<ChangedFixedCharge> {
  const { transaction, now } = scope;
  const { code: _code, charge_model: _model, ...always } = raw;
  const editable = attached ? always : raw;
  const requestedModel = modelOf(raw);
  const model = attached ? before.charge_model : requestedModel;
  const codesInUse = (await fixedChargeCodes(transaction, before.plan_id)).filter((code) => code !== before.code);
  const propertiesFor = (properties: Properties | undefined) => pricedBy(model, requestedModel ?? model, properties);
  const input = await readRecord(FixedChargeUpdate, editable, (partial, add) => {
    if (partial.code && codesInUse.includes(partial.code)) add('code', 'value_already_exist');
    if (isBlank(raw['units']) || typeof raw['units'] === 'object') add('units', 'is not a number');
    checkFixedCharge(
      {
        model,
        modelMissing: !attached && isModelMissing(raw),
        properties: model ? propertiesFor(partial.properties) : (partial.properties ?? {}),
        payInAdvance: before.pay_in_advance,
        prorated: before.prorated,
        units: partial.units ?? undefined,
      },
      add,
    );
  });
  const units = storableUnits(input.units as string);
  const unitsChanged = !new Decimal(before.units).equals(units);
  const after = await updateFixedCharge(transaction, before.id, {
    ...(input.code === undefined ? {} : { code: input.code }),
    invoice_display_name: input.invoice_display_name ?? null,
    charge_model: model,
    properties: JSON.stringify(propertiesFor(input.properties)),
    units,
    revision: before.revision + (unitsChanged || restated ? 1 : 0),
    updated_at: now,
  });
  if (input.tax_codes) await replaceFixedChargeTaxes(scope, before.id, input.tax_codes);
  return { before, after, unitsChanged, immediately: input.apply_units_immediately ?? false, requestedModel };
}

const modelOf = (raw: RawInput): FixedChargeModel | undefined =>
  fixedChargeModels.find((chargeModel) => chargeModel === raw['charge_model']);
const isModelMissing = ({ charge_model: model }: RawInput) => isBlank(model) || typeof model === 'object';

/** The properties to store for a model; without any, the defaults of the model in the request. */
function pricedBy(
  model: FixedChargeModel | undefined,
  requested: FixedChargeModel | undefined,
  properties: Properties | undefined,
): Properties {
  if (!model) return properties ?? {};
  const hasProperties = properties !== undefined && Object.keys(properties).length > 0;
  return storableFixedChargeProperties(
    model,
    hasProperties ? properties : requested ? defaultProperties(requested) : {},
  );
}

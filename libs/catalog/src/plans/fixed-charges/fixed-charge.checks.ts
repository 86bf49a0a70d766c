import { isBlank, type FixedChargeModel } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import { newId } from '@tollgate/platform';
import type { AddOnRow } from '../../products/add-ons/add-ons.repository.js';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import { chargeCode } from '../prices/charge-code.js';
import type { OwningPlan } from '../prices/owning-plan.js';
import { defaultProperties } from '../prices/properties.js';
import { checkRecord, draftOnly } from '../../records.js';
import type { Stamp } from '../../scope.js';
import type { Properties } from '../../model/tables/charges.tables.js';
import { taxIdsOf, type NamedTaxes } from '../../issuers/taxes/named-taxes.js';
import {
  changeByOverride,
  type FixedChargeChangeDraft,
  type FixedChargeOverrideDraft,
  type NewFixedChargeDraft,
} from './fixed-charge.draft.js';
import { checkFixedCharge, storableFixedChargeProperties, storableUnits } from './fixed-charge.rules.js';
import type { AddedFixedCharge, EditedFixedCharge } from './prepared-fixed-charges.js';

/** The fields of a fixed charge that can change once its plan has a subscription (catalog, section 6). */
const editableWhenAttached = [
  'units',
  'properties',
  'invoice_display_name',
  'invoice_display_name_translations',
  'tax_codes',
  'apply_units_immediately',
  'cascade_updates',
] as const;

/** Checks a new fixed charge, then its taxes. @throws ValidationFailed, NotFound `tax_not_found` */
export function checkNewFixedCharge(
  draft: NewFixedChargeDraft,
  addOn: AddOnRow,
  plan: OwningPlan,
  taxes: NamedTaxes,
  stamp: Stamp,
): AddedFixedCharge {
  const { model } = draft;
  const input = checkRecord(draft.fields, (partial, add) => {
    if (partial.code && plan.codes.includes(partial.code)) add('code', 'value_already_exist');
    checkFixedCharge(
      {
        model,
        modelMissing: draft.isModelMissing,
        properties: pricedBy(model, model, partial.properties),
        payInAdvance: partial.pay_in_advance ?? false,
        prorated: partial.prorated ?? false,
        units: partial.units ?? undefined,
      },
      add,
    );
  });
  const row: FixedChargeRow = {
    id: newId(),
    organization_id: stamp.organizationId,
    plan_id: plan.id,
    add_on_id: addOn.id,
    parent_id: null,
    code: isBlank(input.code) ? chargeCode(addOn.code, plan.codes) : (input.code as string),
    invoice_display_name: input.invoice_display_name ?? null,
    invoice_display_name_translations: input.invoice_display_name_translations ?? {},
    charge_model: model as FixedChargeModel,
    properties: pricedBy(model, model, input.properties),
    pay_in_advance: input.pay_in_advance ?? false,
    prorated: input.prorated ?? false,
    units: storableUnits(input.units ?? '0'),
    revision: 0,
    created_at: stamp.now,
    updated_at: stamp.now,
    deleted_at: null,
  };
  const taxIds = taxIdsOf(taxes, input.tax_codes ?? []);
  return { kind: 'added', row, taxIds, immediately: input.apply_units_immediately ?? false };
}

/**
 * Checks a change of a fixed charge: units, properties and name always, even if absent; model and code only while the
 * plan has no subscription (catalog, section 6).
 * @param restated its units count as new even if they equal the stored ones
 * @throws ValidationFailed, NotFound `tax_not_found`
 */
export function checkFixedChargeChange(
  draft: FixedChargeChangeDraft,
  before: FixedChargeRow,
  plan: OwningPlan,
  taxes: NamedTaxes,
  stamp: Stamp,
  restated = false,
): EditedFixedCharge {
  const { attached } = plan;
  const model = attached ? before.charge_model : draft.model;
  const propertiesFor = (properties: Properties | undefined) => pricedBy(model, draft.model ?? model, properties);
  const editable = attached ? draftOnly(draft.fields, editableWhenAttached) : draft.fields;
  const input = checkRecord(editable, (partial, add) => {
    if (partial.code && partial.code !== before.code && plan.codes.includes(partial.code))
      add('code', 'value_already_exist');
    if (draft.areUnitsMissing) add('units', 'is not a number');
    checkFixedCharge(
      {
        model,
        modelMissing: !attached && draft.isModelMissing,
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
  const row: FixedChargeRow = {
    ...before,
    code: input.code ?? before.code,
    invoice_display_name: input.invoice_display_name ?? null,
    ...(input.invoice_display_name_translations
      ? { invoice_display_name_translations: input.invoice_display_name_translations }
      : {}),
    charge_model: model as FixedChargeModel,
    properties: propertiesFor(input.properties),
    units,
    revision: before.revision + (unitsChanged || restated ? 1 : 0),
    updated_at: stamp.now,
  };
  const taxIds = input.tax_codes ? taxIdsOf(taxes, input.tax_codes) : null;
  const immediately = input.apply_units_immediately ?? false;
  return { kind: 'edited', row, taxIds, unitsChanged, immediately, requestedModel: draft.model };
}

/** Checks the overrides of a copied fixed charge. @throws ValidationFailed, NotFound `tax_not_found` */
export function checkFixedChargeOverride(
  draft: FixedChargeOverrideDraft,
  copy: FixedChargeRow,
  taxes: NamedTaxes,
  stamp: Stamp,
): EditedFixedCharge {
  const plan = { id: copy.plan_id, attached: true, codes: [] };
  return checkFixedChargeChange(changeByOverride(draft, copy), copy, plan, taxes, stamp, draft.hasUnits);
}

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

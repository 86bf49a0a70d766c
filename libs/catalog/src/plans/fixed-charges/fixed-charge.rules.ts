import type { FixedChargeModel } from '@tollgate/contracts';
import { chargeModelOf, Decimal } from '@tollgate/rating';
import { storableProperties } from '../prices/properties.js';
import { propertyErrors } from '../prices/property-rules.js';
import type { Properties } from '../../model/tables/charges.tables.js';
import type { AddError } from '../../records.js';

/** The input of the rules of a fixed charge; without a model if the request has none or an unknown one. */
export interface CheckedFixedCharge {
  model: FixedChargeModel | undefined;
  /** The request has no model at all. */
  modelMissing: boolean;
  properties: Properties;
  payInAdvance: boolean;
  prorated: boolean;
  /** Decimal text; undefined if it is not a number. */
  units: string | undefined;
}

/** Rules of a fixed charge (catalog, section 6; charges, section 5.1). */
export function checkFixedCharge(charge: CheckedFixedCharge, add: AddError): void {
  const { model, payInAdvance, prorated } = charge;
  if (charge.modelMissing) add('charge_model', 'value_is_mandatory');
  if (charge.modelMissing && Object.keys(charge.properties).length === 0) add('properties', 'value_is_mandatory');
  if (charge.units !== undefined && new Decimal(charge.units).lessThan(0)) add('units', 'value_is_out_of_range');
  const rules = model && chargeModelOf(model).rules.fixedCharges;
  if (rules && payInAdvance && !rules.inAdvance) add('pay_in_advance', 'invalid_charge_model');
  if (rules?.inAdvance && payInAdvance && prorated && !rules.proratedInAdvance) add('prorated', 'invalid_charge_model');
  // Fixed charges have no metric, so the rules about metrics do not apply.
  if (model) add('properties', ...propertyErrors(model, charge.properties, null));
}

/** The properties that the model stores: fixed units have no groups. */
export function storableFixedChargeProperties(model: FixedChargeModel, properties: Properties): Properties {
  const {
    pricing_group_keys: _pricing,
    presentation_group_keys: _presentation,
    ...stored
  } = storableProperties(model, properties);
  return stored;
}

/** Rounds units to the ten stored decimals. */
export const storableUnits = (units: string): string => new Decimal(units).toDecimalPlaces(10).toFixed();

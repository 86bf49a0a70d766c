import { dynamic } from './dynamic/model.js';
import { graduated } from './graduated/model.js';
import { graduatedPercentage } from './graduated-percentage/model.js';
import { packages } from './package/model.js';
import { percentage } from './percentage/model.js';
import { standard } from './standard/model.js';
import { volume } from './volume/model.js';
import type { ChargeModel } from './charge-model.js';
import type { Lenient } from './schemas.js';

/** All charge models by name, in the order of the interface. */
export const chargeModels = {
  standard,
  graduated,
  package: packages,
  percentage,
  volume,
  graduated_percentage: graduatedPercentage,
  dynamic,
};

type Models = typeof chargeModels;
export type ChargeModelName = keyof Models;

/** Models that fixed charges use. */
export type FixedChargeModelName = {
  [M in ChargeModelName]: Models[M]['rules']['fixedCharges'] extends null ? never : M;
}[ChargeModelName];

/** The fields of the properties of a model, without the keys that group usage. */
export type PropertyFields<M extends ChargeModelName> = Models[M]['properties']['schema']['shape'];

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllProperties = Both<{ [M in ChargeModelName]: Lenient<Models[M]['properties']['schema']> }[ChargeModelName]>;

/**
 * The properties of any charge: amounts in the main currency unit as decimal text. Each model reads its own; absent
 * ones use the model's default (metering, section 5).
 */
export type ChargeProperties = { [K in keyof AllProperties]: AllProperties[K] } & {
  /** Event properties that split usage before pricing. */
  readonly pricing_group_keys?: readonly string[] | undefined;
};

/** A model, whichever it is. */
export type AnyChargeModel = ChargeModel<ChargeProperties>;

const models: Readonly<Record<ChargeModelName, AnyChargeModel>> = chargeModels;

/** The names of all models, in the order of the interface. */
export const chargeModelNames = Object.keys(chargeModels) as ChargeModelName[];

export const chargeModelOf = (name: ChargeModelName): AnyChargeModel => models[name];

/** Whether a text is the name of a model. */
export const isChargeModelName = (text: string): text is ChargeModelName => Object.hasOwn(models, text);

const usesFixedCharges = (name: ChargeModelName): name is FixedChargeModelName =>
  models[name].rules.fixedCharges !== null;

export const fixedChargeModelNames: readonly FixedChargeModelName[] = chargeModelNames.filter(usesFixedCharges);

/** The model that states such details of an amount, by the field that is its own; undefined for other fees. */
export const modelOfDetails = (details: Readonly<Record<string, unknown>>): AnyChargeModel | undefined =>
  chargeModelNames.map(chargeModelOf).find((model) => model.details !== null && model.details.key in details);

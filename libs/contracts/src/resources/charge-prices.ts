import { described } from '../http/texts.js';
import {
  chargeModelNames,
  chargeModels as models,
  fixedChargeModelNames,
  type ChargeModelName,
  type FixedChargeModelName,
  type PropertyFields,
} from '@tollgate/rating';
import { z } from 'zod';

export type { ChargeModelName, FixedChargeModelName as FixedChargeModel };

/** Ways to price usage (catalog, section 4). */
export const chargeModels = chargeModelNames;

/** Ways to price the units of a fixed charge (catalog, section 6). */
export const fixedChargeModels = fixedChargeModelNames;

/** Keys of event properties: those that split usage before pricing, and those that only break it down. */
const groupKeys = {
  pricing_group_keys: described(
    z.array(z.string()).optional(),
    'Properties of events by which usage is grouped and priced',
    'region',
  ),
  presentation_group_keys: described(
    z
      .array(
        z.object({
          value: described(z.string(), 'Property of the event', 'team'),
          options: described(
            z.object({ display_in_invoice: described(z.boolean(), 'Whether documents show it') }).nullish(),
            'Display on documents',
          ),
        }),
      )
      .optional(),
    'Properties of events by which usage is broken down, without effect on prices',
  ),
};

/** The older name of `pricing_group_keys`, beside it in answers and taken in its place. */
const olderName = {
  grouped_by: described(z.array(z.string()).optional(), 'Older name of `pricing_group_keys`', 'region'),
};

/** A charge model, or one of its shapes, as the interface document names it: `GraduatedPercentage`. */
export const shapeName = (model: ChargeModelName): string =>
  model.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The stored properties of a model (catalog, section 4.2; metering, section 5.1). */
export const storedProperties = (model: ChargeModelName) => models[model].properties.schema.extend(groupKeys);

const interfaceProperties = new Map(
  chargeModelNames.map((model) => [
    model,
    described(storedProperties(model).extend(olderName), `The model \`${model}\`: ${models[model].text}`),
  ]),
);
const propertiesOf = (names: readonly ChargeModelName[]) =>
  z.union([...interfaceProperties].flatMap(([name, shape]) => (names.includes(name) ? [shape] : [])));

/** The price of a charge, one shape for each charge model. */
export const ChargeProperties = described(
  propertiesOf(chargeModelNames),
  'The price of a charge: one shape for each charge model',
);

/** The price of a fixed charge, one shape for each charge model. */
export const FixedChargeProperties = described(
  propertiesOf(fixedChargeModelNames),
  'The price of a fixed charge: one shape for each charge model',
);

/** The shapes of the properties by their names in the interface document. */
export const propertyShapes: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  [...interfaceProperties].map(([model, shape]) => [`${shapeName(model)}Properties`, shape]),
);

/**
 * The stored properties of one charge model. Properties of a charge filter have the model of its charge (catalog,
 * section 4.2; metering, section 5.1).
 */
export type ChargePropertiesOf<M extends ChargeModelName> = {
  [Name in M]: PropertyFields<Name> extends infer Fields extends z.ZodRawShape
    ? z.infer<z.ZodObject<Fields & typeof groupKeys>>
    : never;
}[M];

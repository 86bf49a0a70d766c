import { chargeModelNames, chargeModelOf } from '@tollgate/rating';
import { shapeName } from '../resources/charge-prices.js';
import type { FieldTexts } from './field-text.js';

const models = chargeModelNames.map((name) => ({ shape: shapeName(name), model: chargeModelOf(name) }));
const quoted = models.filter(({ model }) => model.details === null).map(({ model }) => `\`${model.name}\``);

/** Descriptions of the shapes of charge models. */
export const chargeModelComponents: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    models.flatMap(({ shape, model: { name, text, details } }) => [
      [`${shape}Properties`, `The model \`${name}\`: ${text}`],
      ...(details ? [[`${shape}AmountDetails`, `The model \`${name}\`: ${details.text}`]] : []),
    ]),
  ),
  NoAmountDetails: `The models ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}, add-ons and credits: the quantity times its price`,
};

/** Fields that one charge model alone has. */
export const chargeModelFields: FieldTexts = {
  charge_model: ['Charge model', chargeModelNames[0]],
  ...Object.fromEntries(
    models.flatMap(({ model }) => [
      ...Object.entries(model.properties.texts),
      ...Object.entries(model.details?.texts ?? {}),
    ]),
  ),
};

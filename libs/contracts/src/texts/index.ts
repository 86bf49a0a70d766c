import { catalogFields } from './catalog-fields.js';
import { chargeModelComponents, chargeModelFields } from './charge-models.js';
import { generalComponents } from './components.js';
import { commonFields } from './common-fields.js';
import { customerFields } from './customer-fields.js';
import { entityFields } from './entity-fields.js';
import { explanationFields } from './explanation-fields.js';
import type { FieldText, FieldTexts } from './field-text.js';
import { financeComponents, financeFields } from './finance-fields.js';
import { figureFields } from './figure-fields.js';
import { moneyFields } from './money-fields.js';
import { organizationFields } from './organization-fields.js';
import { parameterTexts } from './parameters.js';
import { privacyComponents, privacyFields } from './privacy-fields.js';
import { providerFields } from './provider-fields.js';

export { exampleId, type FieldText } from './field-text.js';

/** Descriptions of the named shapes of the document. */
export const componentTexts: Readonly<Record<string, string>> = {
  ...generalComponents,
  ...financeComponents,
  ...chargeModelComponents,
  ...privacyComponents,
};

/** The tables of fields; each name is in one of them. */
export const fieldTables: FieldTexts[] = [
  commonFields,
  entityFields,
  moneyFields,
  catalogFields,
  chargeModelFields,
  customerFields,
  organizationFields,
  providerFields,
  figureFields,
  financeFields,
  explanationFields,
  privacyFields,
];
const fields = new Map<string, FieldText>(fieldTables.flatMap(Object.entries));

const variants =
  /^(Single|Embedded|Invoiced|Updated|Terminated|Voided|Whole|New|(Wallet|Subscription)(?=Alert))|(Create|Update|Upsert|Input|InPlan|InOverrides|Override|Details|With[A-Z]\w+)$/g;
/** The resource whose variant a shape is: `Tax` of `TaxCreate`. */
const resourceOf = (component: string): string => component.replace(variants, '');

/**
 * The text of a field of a shape. It is looked up with its place, with the field that holds it, with the resource, and
 * then by name alone.
 * @param place the component and the fields that lead to it: `['Wallet', 'applies_to']`
 */
export function fieldText(place: readonly string[], name: string): FieldText | undefined {
  const [component = '', ...within] = place;
  const places = [place, place.slice(-1), [resourceOf(component), ...within], []];
  return places.map((one) => fields.get([...one, name].join('.'))).find((text) => text !== undefined);
}

/** The text of a parameter of an address: its own, or that of the field. */
export const parameterText = (name: string): FieldText | undefined =>
  Object.hasOwn(parameterTexts, name) ? parameterTexts[name] : fields.get(name);

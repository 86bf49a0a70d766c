import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Charge, ChargeModelName } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { cellName, rowsAtFirst, type Field, type Values } from '../../acts/field.js';
import { metricIdPicker } from '../../acts/pickers.js';
import { chargeModelTexts } from '../../ui/charge-model-texts.js';
import { priceFields, pricedBy, unpriced } from './charge-models/price-fields.js';
import { chargeBody } from './plan-body.js';

type Input = components['schemas']['ChargeInPlan'];

/** Charges that a form can add to those of its plan. */
const mostAdded = 10;
const models = Object.keys(chargeModelTexts) as ChargeModelName[];

const metricOf = (place: number): string => `charge${place}_metric`;
const modelOf = (place: number): string => `charge${place}_model`;
const priceOf = (place: number, model: ChargeModelName): string => `charge${place}_${model}_`;

/** The label of a field of a charge: `Charge 2 · Free units`, or with the name of a charge that exists. */
const labelled = (subject: string, label: MessageDescriptor | string): string =>
  `${subject} · ${typeof label === 'string' ? label : i18n._(label)}`;
const subjectOf = (place: number): string => i18n._(msg`Charge ${place + 1}`);

/** The fields of a price with names and labels of their own, so that a form has several. */
const fieldsOfPrice = (charge: Pick<Charge, 'charge_model' | 'properties'>, place: number, subject: string) =>
  priceFields(charge).map((field): Field => ({
    ...field,
    name: `${priceOf(place, charge.charge_model)}${field.name}`,
    label: labelled(subject, field.label),
  }));

/** Fields for a charge that a person adds, or takes over from another plan. It is shown once the one before has a metric. */
function fieldsOfAdded(place: number, from: Charge | undefined): Field[] {
  const subject = subjectOf(place);
  const isOpen = (typed: Values) => place === 0 || Boolean(typed[metricOf(place - 1)]);
  const hasMetric = (typed: Values) => isOpen(typed) && Boolean(typed[metricOf(place)]);
  return [
    {
      kind: 'picker',
      name: metricOf(place),
      label: labelled(subject, msg`Metric`),
      picker: metricIdPicker,
      isOptional: true,
      initial: from?.svc_billable_metric_id ?? '',
      isShown: isOpen,
    },
    {
      kind: 'choice',
      name: modelOf(place),
      label: labelled(subject, msg`Price model`),
      options: models.map((value) => ({ value, label: chargeModelTexts[value] })),
      initial: from?.charge_model ?? models[1] ?? '',
      isShown: hasMetric,
    },
    ...models.flatMap((model) =>
      fieldsOfPrice(from?.charge_model === model ? from : unpriced(model), place, subject).map((field) => ({
        ...field,
        isShown: (typed: Values) => hasMetric(typed) && typed[modelOf(place)] === model,
      })),
    ),
  ];
}

/** Fields for charges of a new plan. @param from those of the plan that it copies */
export const addedChargeFields = (from: readonly Charge[]): Field[] =>
  Array.from({ length: from.length + mostAdded }, (_, place) => fieldsOfAdded(place, from[place])).flat();

/** Fields for the prices of the charges that a plan has. */
export const ownChargeFields = (charges: readonly Charge[]): Field[] =>
  charges.flatMap((charge, place) =>
    fieldsOfPrice(charge, place, charge.invoice_display_name || charge.billable_metric_code),
  );

/** The values of the price of one charge, under the names that its model knows. */
const valuesOfPrice = (values: Values, place: number, model: ChargeModelName): Values => {
  const prefix = priceOf(place, model);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
};

/** Charges of a new plan. One whose metric stays has all that the form does not show. */
export const addedCharges = (values: Values, from: readonly Charge[]): Input[] =>
  Array.from({ length: from.length + mostAdded }, (_, place) => place).flatMap((place) => {
    const metric = values[metricOf(place)];
    const model = values[modelOf(place)] as ChargeModelName | undefined;
    if (!metric || !model) return [];
    const source = from[place];
    const isSame = source?.svc_billable_metric_id === metric && source.charge_model === model;
    const priced = isSame ? source : unpriced(model);
    const properties = pricedBy(priced, valuesOfPrice(values, place, model));
    return [
      isSame ? { ...chargeBody(source), properties } : { billable_metric_id: metric, charge_model: model, properties },
    ];
  });

/** The values of fields as the form shows them at first. */
const untouched = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'grid'
        ? rowsAtFirst(field).flatMap(({ id, initial = {} }) =>
            Object.entries(initial).map(([column, value]) => [cellName(field.name, id, column), value]),
          )
        : [[field.name, field.initial ?? '']],
    ),
  );

/** Whether a form has another price for a charge than the charge has. */
export const isPriceChanged = (values: Values, charge: Charge, place: number): boolean => {
  const typed = pricedBy(charge, valuesOfPrice(values, place, charge.charge_model));
  return JSON.stringify(typed) !== JSON.stringify(pricedBy(charge, untouched(priceFields(charge))));
};

/** The charges of a plan with their typed prices. */
export const ownCharges = (values: Values, charges: readonly Charge[]) =>
  charges.map((charge, place) => ({
    id: charge.svc_id,
    ...chargeBody(charge),
    properties: pricedBy(charge, valuesOfPrice(values, place, charge.charge_model)),
  }));

/** Whether the form shows a price for a charge whose metric is chosen, but no price is typed yet. */
export const lacksPrice = (values: Values): boolean =>
  Object.keys(values).some((name) => {
    const place = /^charge(\d+)_metric$/.exec(name)?.[1];
    if (place === undefined || !values[name]) return false;
    const model = values[modelOf(Number(place))] as ChargeModelName | undefined;
    if (!model) return true;
    const fields = priceFields(unpriced(model));
    const typed = valuesOfPrice(values, Number(place), model);
    return fields.some((field) =>
      field.kind === 'grid' ? Object.values(typed).every((text) => !text) : !field.isOptional && !typed[field.name],
    );
  });

import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Customer } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation, Sending } from '../../acts/act.js';
import { currencyField, typedCurrency } from '../../acts/currency-field.js';
import { gridOf, type CurrencyOf, type Field, type Values } from '../../acts/field.js';
import { addOnPicker, customerPicker } from '../../acts/pickers.js';

type Currency = components['schemas']['Currency'];

const currencyOf = ({ currency }: Customer): string => currency ?? 'EUR';

const linesField = (currency: CurrencyOf): Field => ({
  kind: 'grid',
  name: 'fees',
  label: msg`Lines`,
  currency,
  columns: [
    { kind: 'picker', name: 'add_on_code', label: msg`Add-on`, picker: addOnPicker },
    { kind: 'decimal', name: 'units', label: msg`Units`, isOptional: true },
    { kind: 'money', name: 'unit_amount_cents', label: msg`Price of a unit`, isOptional: true },
    { kind: 'text', name: 'description', label: msg`Description`, isOptional: true },
  ],
});

async function send({ headers }: Sending, external_customer_id: string, currency: string, values: Values) {
  const fees = gridOf(values, 'fees').map(({ add_on_code = '', units, unit_amount_cents: cents, description }) => ({
    add_on_code,
    ...(units ? { units } : {}),
    ...(cents ? { unit_amount_cents: Number(cents) } : {}),
    ...(description ? { description } : {}),
  }));
  const invoice = { external_customer_id, currency: currency as Currency, fees };
  const created = await answerOf(api.POST('/invoices', { headers, body: { invoice } }));
  return { goTo: { kind: 'invoice' as const, id: created.invoice.svc_id } };
}

const declaration = {
  call: 'POST /invoices',
  permission: 'invoices:create',
  label: msg`Create a one-off invoice`,
  done: msg`The invoice is created.`,
} as const;

/** Bills add-ons to a customer that the person chooses. */
export const createInvoice: Creation = {
  ...declaration,
  isCreation: true,
  Summary: () => <Trans>The customer is billed at once for these add-ons, with their taxes.</Trans>,
  fieldsOf: () => [
    { kind: 'picker', name: 'external_customer_id', label: msg`Customer`, picker: customerPicker },
    currencyField('currency', 'EUR'),
    linesField(typedCurrency('currency')),
  ],
  send: (sending, _, values) => {
    const { external_customer_id: customer = '', currency = '' } = values;
    return send(sending, customer, currency.toUpperCase(), values);
  },
};

/** Bills add-ons to one customer. */
export const billForCustomer: Act<Customer> = {
  ...declaration,
  Summary: ({ record: { name, external_id: id } }) => (
    <Trans>
      <bdi>{name ?? id}</bdi> is billed at once for these add-ons, with their taxes.
    </Trans>
  ),
  fieldsOf: (customer) => [linesField(currencyOf(customer))],
  send: (sending, customer, values) => send(sending, customer.external_id, currencyOf(customer), values),
};

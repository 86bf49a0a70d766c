import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Customer } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';
import { couponPicker } from '../../acts/pickers.js';
import { billForCustomer } from '../invoices/creations.js';
import { requestOverdue } from '../payment-requests/acts.js';
import { startForCustomer } from '../subscriptions/creations.js';
import { openForCustomer } from '../wallets/creations.js';

type Schemas = components['schemas'];
type Currency = Schemas['Currency'];

const nameOf = ({ name, external_id: id }: Customer) => <bdi>{name ?? id}</bdi>;

const texts = [
  ['name', msg`Name`],
  ['legal_name', msg`Legal name`],
  ['tax_identification_number', msg`Tax number`],
  ['address_line1', msg`Address`],
  ['zipcode', msg`Postal code`],
  ['city', msg`City`],
] as const;

const detailFields = (customer: Partial<Customer>): readonly Field[] => [
  ...texts.map(([name, label]): Field => ({
    kind: 'text',
    name,
    label,
    initial: customer[name] ?? '',
    isOptional: true,
  })),
  {
    kind: 'text',
    name: 'country',
    label: msg`Country`,
    hint: msg`Two letters, such as FR`,
    initial: customer.country ?? '',
    isOptional: true,
  },
  { kind: 'email', name: 'email', label: msg`E-mail`, initial: customer.email ?? '', isOptional: true },
  {
    kind: 'text',
    name: 'timezone',
    label: msg`Time zone`,
    hint: msg`Such as Europe/Paris. Without one, that of the organization`,
    initial: customer.timezone ?? '',
    isOptional: true,
  },
];

type Upsert = Schemas['CustomerUpsert'];

/** A customer as its call takes it; an empty field is null. */
function customerOf(external_id: string, values: Values): Upsert {
  const names = [...texts.map(([name]) => name), 'country', 'email', 'timezone'];
  const details = Object.fromEntries(names.map((name) => [name, values[name] ? values[name] : null]));
  return { external_id, ...(details as Omit<Upsert, 'external_id'>) };
}

/** Creates a customer. */
export const createCustomer: Creation = {
  isCreation: true,
  call: 'POST /customers',
  permission: 'customers:create',
  label: msg`Create a customer`,
  fieldsOf: () => {
    const [name, ...others] = detailFields({});
    const id: Field = {
      kind: 'code',
      name: 'external_id',
      label: msg`Id in your product`,
      from: 'name',
      hint: msg`Calls and events name the customer by it`,
    };
    const currency: Field = {
      kind: 'text',
      name: 'currency',
      label: msg`Currency`,
      hint: msg`Three letters, such as EUR. It is fixed by the first invoice`,
      isOptional: true,
    };
    return [...(name ? [name] : []), id, currency, ...others];
  },
  send: async ({ headers }, _, values) => {
    const { external_id = '', currency = '' } = values;
    const customer: Upsert = {
      ...customerOf(external_id, values),
      ...(currency === '' ? {} : { currency: currency.toUpperCase() as Currency }),
    };
    const created = await answerOf(api.POST('/customers', { headers, body: { customer } }));
    return { goTo: { kind: 'customer', id: created.customer.external_id } };
  },
  done: msg`The customer is created.`,
};

const edit: Act<Customer> = {
  call: 'POST /customers',
  permission: 'customers:update',
  label: msg`Edit the customer`,
  fieldsOf: detailFields,
  send: async ({ headers }, { external_id }, values) => {
    const customer = customerOf(external_id, values);
    await answerOf(api.POST('/customers', { headers, body: { customer } }));
  },
  done: msg`The customer is changed.`,
};

const applyCoupon: Act<Customer> = {
  call: 'POST /applied_coupons',
  permission: 'coupons:attach',
  label: msg`Apply a coupon`,
  Summary: ({ record }) => <Trans>The coupon reduces the next invoices of {nameOf(record)}.</Trans>,
  fieldsOf: () => [{ kind: 'picker', name: 'coupon_code', label: msg`Coupon`, picker: couponPicker }],
  send: async ({ headers }, { external_id }, { coupon_code = '' }) => {
    const applied_coupon = { external_customer_id: external_id, coupon_code };
    await answerOf(api.POST('/applied_coupons', { headers, body: { applied_coupon } }));
  },
  done: msg`The coupon is applied.`,
};

const requestPayment: Act<Customer> = {
  call: 'POST /payment_requests',
  permission: 'payments:create',
  label: msg`Request payment of overdue invoices`,
  Summary: ({ record }) => (
    <Trans>{nameOf(record)} is requested to pay all overdue invoices of one currency together.</Trans>
  ),
  send: (sending, { external_id, currency }) => requestOverdue(sending, external_id, currency),
  done: msg`The payment is requested.`,
};

const portalLink: Act<Customer> = {
  call: 'POST /customers/{external_customer_id}/checkout_url',
  permission: 'customers:update',
  label: msg`Get a link for a payment method`,
  Summary: ({ record }) => (
    <Trans>The payment provider opens a page where {nameOf(record)} enters a payment method.</Trans>
  ),
  send: async ({ headers }, { external_id }) => {
    const params = { path: { external_customer_id: external_id } };
    const { customer } = await answerOf(
      api.POST('/customers/{external_customer_id}/checkout_url', { headers, params }),
    );
    return { shows: { label: msg`Link for the customer`, value: customer.checkout_url, isSecret: false } };
  },
  done: msg`The link is ready.`,
};

const remove: Act<Customer> = {
  call: 'DELETE /customers/{external_id}',
  permission: 'customers:delete',
  label: msg`Delete the customer`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>
      All subscriptions of {nameOf(record)} end now and are billed. Its invoices stay, its wallets and coupons end.
    </Trans>
  ),
  send: async ({ headers }, { external_id }) => {
    await answerOf(api.DELETE('/customers/{external_id}', { headers, params: { path: { external_id } } }));
  },
  done: msg`The customer is deleted.`,
};

/** The acts of a customer. */
export const customerActs: readonly Act<Customer>[] = [
  startForCustomer,
  edit,
  billForCustomer,
  openForCustomer,
  applyCoupon,
  requestPayment,
  portalLink,
  remove,
];

import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Customer } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { actsColumn } from '../../../acts/acts-column.js';
import { paymentProviderPicker } from '../../../acts/pickers.js';
import { codeColumn, instantColumn, textColumn, wide, type Column } from '../../../ui/columns.js';
import { Related } from '../../../ui/detail-page.js';
import { byId } from '../../../ui/record-keys.js';
import { YesNo } from '../../../ui/yes-no.js';

type Schemas = components['schemas'];
/** A payment method with its customer, whom the calls name. */
export type OwnMethod = Schemas['PaymentMethod'] & { external_customer_id: string };
type Link = NonNullable<Schemas['CustomerUpsert']['billing_configuration']>;
type Ways = Pick<Schemas['ProviderLink'], 'provider_method_id'>;

const pathOf = ({ external_customer_id, svc_id }: OwnMethod) => ({ path: { external_customer_id, svc_id } });

/** Makes a method the one that is charged first. */
export const makeDefault: Act<OwnMethod> = {
  call: 'PUT /customers/{external_customer_id}/payment_methods/{svc_id}/set_as_default',
  permission: 'payment_methods:update',
  label: msg`Make it the default`,
  refusalOf: ({ is_default: isDefault }) => (isDefault ? msg`It is the default.` : null),
  Summary: () => <Trans>Later payments are charged by this method, and pending ones are tried again with it.</Trans>,
  send: async ({ headers }, method) => {
    await answerOf(
      api.PUT('/customers/{external_customer_id}/payment_methods/{svc_id}/set_as_default', {
        headers,
        params: pathOf(method),
      }),
    );
  },
  done: msg`The default is changed.`,
};

export const removeMethod: Act<OwnMethod> = {
  call: 'DELETE /customers/{external_customer_id}/payment_methods/{svc_id}',
  permission: 'payment_methods:delete',
  label: msg`Remove the method`,
  isDanger: true,
  Summary: () => <Trans>Nothing is charged by this method any more. Payments that are under way go on.</Trans>,
  send: async ({ headers }, method) => {
    await answerOf(
      api.DELETE('/customers/{external_customer_id}/payment_methods/{svc_id}', { headers, params: pathOf(method) }),
    );
  },
  done: msg`The method is removed.`,
};

/** The kinds of a sandbox's methods: each is named after the outcome of a payment. */
const outcomes: Readonly<Record<Ways['provider_method_id'], MessageDescriptor>> = {
  pm_succeeds: msg`Every payment succeeds`,
  pm_fails: msg`Every payment is declined`,
  pm_requires_action: msg`The customer must confirm`,
  pm_late: msg`A payment succeeds after an hour`,
  pm_late_fails: msg`A payment is declined after an hour`,
  pm_refund_fails: msg`Payments succeed, refunds fail`,
};

/** Links a customer to a connected provider (customers, section 2.12). */
export const linkProvider: Act<Customer> = {
  call: 'POST /customers',
  permission: 'customers:update',
  label: msg`Link a payment provider`,
  Summary: ({ record }) => (
    <Trans>
      Invoices of <bdi>{record.name ?? record.external_id}</bdi> are charged through this provider, once a payment
      method is there.
    </Trans>
  ),
  fieldsOf: ({ billing_configuration: { payment_provider_code: code, provider_customer_id: id } }) => [
    {
      kind: 'picker',
      name: 'payment_provider_code',
      label: msg`Payment provider`,
      picker: paymentProviderPicker,
      initial: code ?? '',
    },
    {
      kind: 'text',
      name: 'provider_customer_id',
      label: msg`Id of the customer at the provider`,
      hint: msg`Empty: the customer is created there`,
      initial: id ?? '',
      isOptional: true,
    },
  ],
  send: async ({ headers }, { external_id }, { payment_provider_code: code = '', provider_customer_id: id = '' }) => {
    const query = { per_page: 100 };
    const { payment_providers: all } = await answerOf(api.GET('/payment_providers', { headers, params: { query } }));
    const billing_configuration: Link = {
      payment_provider: (all.find((one) => one.code === code)?.provider ?? null) as Link['payment_provider'],
      payment_provider_code: code,
      ...(id === '' ? { sync_with_provider: true } : { provider_customer_id: id }),
    };
    await answerOf(api.POST('/customers', { headers, body: { customer: { external_id, billing_configuration } } }));
  },
  done: msg`The customer is linked.`,
};

/** Links a customer of a sandbox to the provider that moves no money. */
export const linkTestProvider: Act<Customer> = {
  call: 'PUT /customers/{external_customer_id}/payment_provider',
  permission: 'organization:integrations:update',
  label: msg`Link the sandbox provider`,
  Summary: () => <Trans>No money moves: the chosen method decides the outcome of each payment.</Trans>,
  fieldsOf: () => [
    { kind: 'picker', name: 'payment_provider_code', label: msg`Payment provider`, picker: paymentProviderPicker },
    {
      kind: 'choice',
      name: 'provider_method_id',
      label: msg`Outcome`,
      options: Object.entries(outcomes).map(([value, label]) => ({ value, label })),
    },
  ],
  send: async ({ headers }, { external_id: external_customer_id }, values) => {
    const payment_provider = {
      payment_provider_code: values['payment_provider_code'] ?? '',
      provider_method_id: values['provider_method_id'] as Ways['provider_method_id'],
    };
    const params = { path: { external_customer_id } };
    await answerOf(
      api.PUT('/customers/{external_customer_id}/payment_provider', { headers, params, body: { payment_provider } }),
    );
  },
  done: msg`The customer is linked.`,
};

/** The acts of the payment methods of a customer. */
export const methodActs: readonly Act<OwnMethod>[] = [makeDefault, removeMethod];

const columns: readonly Column<OwnMethod>[] = [
  codeColumn(msg`Method`, (row) => row.provider_method_id),
  textColumn(msg`Provider`, (row) => row.payment_provider_name ?? row.payment_provider_type),
  { label: msg`Default`, cell: (row) => <YesNo value={row.is_default} />, csv: (row) => String(row.is_default) },
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
  actsColumn(methodActs),
];

/** The payment methods of a customer. @param isSandbox whether the provider that moves no money is offered */
export const PaymentMethods = ({ customer, isSandbox }: { customer: Customer; isSandbox: boolean }) => (
  <Related
    title={msg`Payment methods`}
    permission="payment_methods:view"
    call={{
      path: '/customers/{external_customer_id}/payment_methods',
      values: { external_customer_id: customer.external_id },
    }}
    rowsOf={({ payment_methods: methods }) =>
      methods.map((method): OwnMethod => ({ ...method, external_customer_id: customer.external_id }))
    }
    columns={columns}
    keyOf={byId}
    action={<Acts acts={isSandbox ? [linkProvider, linkTestProvider] : [linkProvider]} record={customer} />}
  />
);

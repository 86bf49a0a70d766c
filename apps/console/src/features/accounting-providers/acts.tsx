import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { AccountingProvider } from '../../api/records.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';
import { secretField, secretName } from '../../acts/secret-field.js';
import { mappingsField, mappingsOf } from './mappings.js';

/** The name of the system that the interface has. */
export const systemTitle = 'Xero';

const synced = [
  ['sync_invoices', msg`Send invoices and their voids`],
  ['sync_credit_notes', msg`Send credit notes`],
  ['sync_payments', msg`Send payments and refunds`],
] as const;

const fieldsOf = (provider: Partial<AccountingProvider>): readonly Field[] => [
  { kind: 'text', name: 'client_id', label: msg`Client id`, initial: provider.client_id ?? '' },
  secretField(
    'client_secret',
    msg`Client secret`,
    provider.code === undefined ? {} : { hint: msg`Empty: the present one stays`, isOptional: true },
  ),
  { kind: 'text', name: 'name', label: msg`Name`, initial: provider.name ?? systemTitle },
  ...(provider.code === undefined
    ? ([
        {
          kind: 'code',
          name: 'code',
          label: msg`Code`,
          from: 'name',
          hint: msg`Customers are linked to it by this code`,
        },
      ] as const)
    : []),
  {
    kind: 'text',
    name: 'tenant_id',
    label: msg`Organization there`,
    hint: msg`Only for connections that need it`,
    initial: provider.tenant_id ?? '',
    isOptional: true,
  },
  ...synced.map(([name, label]): Field => ({
    kind: 'check',
    name,
    label,
    initial: (provider[name] ?? true) ? 'true' : '',
  })),
  mappingsField(provider.mappings ?? []),
];

const settingsOf = (values: Values) => ({
  name: values['name'] ?? '',
  client_id: values['client_id'] ?? '',
  tenant_id: values['tenant_id'] || null,
  sync_invoices: values['sync_invoices'] === 'true',
  sync_credit_notes: values['sync_credit_notes'] === 'true',
  sync_payments: values['sync_payments'] === 'true',
  mappings: mappingsOf(values),
});

/** Connects the accounting system: its keys are checked at once (webhooks, section 20). */
export const connectAccounting: Creation = {
  isCreation: true,
  call: 'POST /accounting_providers',
  permission: 'organization:integrations:create',
  label: msg`Connect Xero`,
  Summary: () => (
    <Trans>
      Xero gets the documents of linked customers from now on, and no earlier ones. The secret is sealed: no page shows
      it again.
    </Trans>
  ),
  fieldsOf: () => fieldsOf({}),
  send: async ({ headers }, _, values) => {
    const { code = '', [secretName('client_secret')]: client_secret = '' } = values;
    const accounting_provider = { provider: 'xero' as const, code, client_secret, ...settingsOf(values) };
    await answerOf(api.POST('/accounting_providers', { headers, body: { accounting_provider } }));
    return { goTo: { kind: 'accountingProvider', id: code } };
  },
  done: msg`The accounting system is connected.`,
};

const retry: Act<AccountingProvider> = {
  call: 'POST /accounting_providers/{code}/retry',
  permission: 'organization:integrations:update',
  label: msg`Send refused documents again`,
  Summary: () => (
    <Trans>Refused documents are sent again, and those that wait are sent at once. None is booked twice.</Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.POST('/accounting_providers/{code}/retry', { headers, params: { path: { code } } }));
  },
  done: msg`The documents are sent again.`,
};

const edit: Act<AccountingProvider> = {
  call: 'PUT /accounting_providers/{code}',
  permission: 'organization:integrations:update',
  label: msg`Edit the connection`,
  Summary: () => <Trans>Refused documents are sent again with the new settings. What is booked stays as it is.</Trans>,
  fieldsOf,
  send: async ({ headers }, { code }, values) => {
    const secret = values[secretName('client_secret')];
    const accounting_provider = { ...settingsOf(values), ...(secret ? { client_secret: secret } : {}) };
    await answerOf(
      api.PUT('/accounting_providers/{code}', { headers, params: { path: { code } }, body: { accounting_provider } }),
    );
  },
  done: msg`The connection is changed.`,
};

const disconnect: Act<AccountingProvider> = {
  call: 'DELETE /accounting_providers/{code}',
  permission: 'organization:integrations:delete',
  label: msg`Disconnect the accounting system`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>{record.name} gets no more documents, and the secret is deleted. What is booked there stays.</Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/accounting_providers/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The accounting system is disconnected.`,
};

/** The acts of a connected accounting system. */
export const accountingActs: readonly Act<AccountingProvider>[] = [retry, edit, disconnect];

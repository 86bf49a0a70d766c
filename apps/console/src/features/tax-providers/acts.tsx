import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { TaxProvider } from '../../api/records.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Values } from '../../acts/field.js';
import { secretName } from '../../acts/secret-field.js';
import { accountFields, engineForms, keyField, type EngineForm, type EngineName } from './forms.js';
import { mappingsField, mappingsOf } from './mappings.js';

/** The account and the typed key of an engine; an empty key stays out of the call. */
const settingsOf = ({ key, account }: EngineForm, values: Values) => {
  const typed = values[secretName(key.name)];
  return {
    ...Object.fromEntries(account.map((name) => [name, values[name] ?? ''])),
    ...(typed ? { [key.name]: typed } : {}),
    mappings: mappingsOf(values),
  };
};

/** Connects a tax engine: its key is checked at once, where the engine can (webhooks, section 19). */
const connect = (provider: EngineName): Creation => {
  const form = engineForms[provider];
  return {
    isCreation: true,
    call: 'POST /tax_providers',
    permission: 'organization:integrations:create',
    label: form.connect,
    Summary: () => (
      <Trans>
        The engine computes the taxes of customers that are linked to it. The key is sealed: no page shows it again.
      </Trans>
    ),
    fieldsOf: () => [
      keyField(form, true),
      ...accountFields(form, {}),
      { kind: 'text', name: 'name', label: msg`Name`, initial: form.title },
      {
        kind: 'code',
        name: 'code',
        label: msg`Code`,
        from: 'name',
        hint: msg`Customers are linked to it by this code`,
      },
      mappingsField([]),
    ],
    send: async ({ headers }, _, values) => {
      const { name = '', code = '' } = values;
      const tax_provider = { provider, name, code, ...settingsOf(form, values) };
      await answerOf(api.POST('/tax_providers', { headers, body: { tax_provider } }));
      return { goTo: { kind: 'taxProvider', id: code } };
    },
    done: msg`The tax engine is connected.`,
  };
};

/** The acts that connect a tax engine. */
export const connectActs: readonly Creation[] = (Object.keys(engineForms) as EngineName[]).map(connect);

const edit: Act<TaxProvider> = {
  call: 'PUT /tax_providers/{code}',
  permission: 'organization:integrations:update',
  label: msg`Edit the connection`,
  Summary: () => <Trans>Invoices that wait for the engine are sent to it again at once.</Trans>,
  fieldsOf: (provider) => {
    const form = engineForms[provider.provider];
    return [
      { kind: 'text', name: 'name', label: msg`Name`, initial: provider.name },
      keyField(form, false),
      ...accountFields(form, provider),
      mappingsField(provider.mappings),
    ];
  },
  send: async ({ headers }, { code, provider }, values) => {
    const tax_provider = { name: values['name'] ?? '', ...settingsOf(engineForms[provider], values) };
    await answerOf(api.PUT('/tax_providers/{code}', { headers, params: { path: { code } }, body: { tax_provider } }));
  },
  done: msg`The connection is changed.`,
};

const disconnect: Act<TaxProvider> = {
  call: 'DELETE /tax_providers/{code}',
  permission: 'organization:integrations:delete',
  label: msg`Disconnect the tax engine`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>
      Customers of {record.name} have the taxes of the catalog again, and so have invoices that wait. Its key is
      deleted.
    </Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/tax_providers/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The tax engine is disconnected.`,
};

/** The acts of a connected tax engine. */
export const taxProviderActs: readonly Act<TaxProvider>[] = [edit, disconnect];

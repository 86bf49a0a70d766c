import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { PaymentProvider } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';
import { EventAddress } from './event-address.js';
import { commonFields, providerForms, secretFields, type ProviderName } from './forms.js';

type Create = components['schemas']['PaymentProviderCreate'];

/** The filled ones of some texts and secrets, by their names in the call. */
const filledOf = (values: Values, fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, errorName = name }) => {
      const value = values[name];
      return value ? [[errorName, value]] : [];
    }),
  );

const flagsOf = ({ supports_3ds: supports, require_terms_of_service_consent: requires }: Values) => ({
  ...(supports === undefined ? {} : { supports_3ds: supports === 'true' }),
  ...(requires === undefined ? {} : { require_terms_of_service_consent: requires === 'true' }),
});

/** Connects a provider: its key is checked at once (webhooks, section 11.1). */
const connect = (provider: ProviderName): Creation => {
  const form = providerForms[provider];
  const own = [...secretFields(form, true), ...form.fields];
  return {
    isCreation: true,
    isForSandboxes: form.isForTests,
    call: 'POST /payment_providers',
    permission: 'organization:integrations:create',
    label: form.connect,
    Summary: ({ values }) =>
      form.eventSecret === null ? (
        <Trans>
          The key is checked now, and then sealed: no page shows it again. Customers are charged once they are linked.
        </Trans>
      ) : (
        <>
          <p>
            <Trans>
              Enter this address at {form.title}. The key is checked now, and then sealed: no page shows it again.
            </Trans>
          </p>
          <EventAddress provider={provider} code={values['code'] ?? ''} />
        </>
      ),
    fieldsOf: () => [
      ...own,
      { kind: 'text', name: 'name', label: msg`Name`, initial: form.title },
      {
        kind: 'code',
        name: 'code',
        label: msg`Code`,
        from: 'name',
        hint: msg`Customers are linked to it by this code`,
      },
      ...commonFields(form, {}),
    ],
    send: async ({ headers }, _, values) => {
      const { name = '', code = '', success_redirect_url: page } = values;
      const payment_provider: Create = {
        provider,
        name,
        code,
        ...filledOf(values, own),
        ...flagsOf(values),
        ...(page ? { success_redirect_url: page } : {}),
      };
      await answerOf(api.POST('/payment_providers', { headers, body: { payment_provider } }));
      return { goTo: { kind: 'paymentProvider', id: code } };
    },
    done: msg`The provider is connected.`,
  };
};

const names = Object.keys(providerForms) as ProviderName[];

/** The acts that connect a provider. Only a sandbox may have one that moves no money. */
export const connectActs: readonly Creation[] = names.map(connect);

const edit: Act<PaymentProvider> = {
  call: 'PUT /payment_providers/{code}',
  permission: 'organization:integrations:update',
  label: msg`Edit the connection`,
  Summary: () => <Trans>A new key must reach the same account. It is checked before it replaces the old one.</Trans>,
  fieldsOf: (connection) => {
    const form = providerForms[connection.provider];
    return [
      { kind: 'text', name: 'name', label: msg`Name`, initial: connection.name },
      ...secretFields(form, false),
      ...commonFields(form, connection),
    ];
  },
  send: async ({ headers }, { code, provider }, values) => {
    const payment_provider = {
      name: values['name'] ?? '',
      success_redirect_url: values['success_redirect_url'] || null,
      ...filledOf(values, secretFields(providerForms[provider], false)),
      ...flagsOf(values),
    };
    await answerOf(
      api.PUT('/payment_providers/{code}', { headers, params: { path: { code } }, body: { payment_provider } }),
    );
  },
  done: msg`The connection is changed.`,
};

/** The provider that sends its events to us by itself tries again with each change. */
const registerAgain: Act<PaymentProvider> = {
  call: 'PUT /payment_providers/{code}',
  permission: 'organization:integrations:update',
  label: msg`Register the address again`,
  refusalOf: ({ webhook_registered: isRegistered, provider }) =>
    isRegistered || providerForms[provider].isForTests ? msg`The provider sends its events here already.` : null,
  Summary: () => <Trans>The provider is requested once more to send its events here.</Trans>,
  send: async ({ headers }, { code, name }) => {
    const body = { payment_provider: { name } };
    await answerOf(api.PUT('/payment_providers/{code}', { headers, params: { path: { code } }, body }));
  },
  done: msg`The provider is requested again.`,
};

const disconnect: Act<PaymentProvider> = {
  call: 'DELETE /payment_providers/{code}',
  permission: 'organization:integrations:delete',
  label: msg`Disconnect the provider`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>
      Customers of {record.name} are charged no more, and its key is deleted. Payments that are under way still come to
      their end.
    </Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/payment_providers/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The provider is disconnected.`,
};

/** The acts of a connected provider. */
export const paymentProviderActs: readonly Act<PaymentProvider>[] = [edit, registerAgain, disconnect];

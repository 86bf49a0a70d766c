import { Button, Checkbox, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api, asOrganization } from '../../../api/client.js';
import type { components } from '../../../api/schema.js';
import { CallError } from '../../../frame/call-error.js';
import { Field, Form, SecretField, type Values } from '../../../frame/forms.js';
import { useMembership, useRead } from '../../../frame/membership.js';
import { useTitle } from '../../../frame/plain-page.js';
import { DescriptionList } from '../../../ui/detail-page.js';
import { Copyable } from '../../../ui/values.js';

type Methods = components['schemas']['AuthenticationMethods'];
type Method = Methods['login_methods'][number];

/** How members of the organization sign in, and its OpenID provider. */
export function SignInSettings() {
  const { t } = useLingui();
  const { membership } = useMembership();
  const { data, error } = useRead({ path: '/authentication_methods' });
  const title = t`Ways to sign in`;
  useTitle(title);
  // The service lets only admins change who can enter as whom.
  const mayChange = membership.roles.includes('admin');
  return (
    <main className="detail narrow">
      <header className="head">
        <Title order={1}>{title}</Title>
      </header>
      <CallError error={error} />
      {data ? (
        <Stack gap="xl">
          <LoginMethods methods={data.authentication_methods} mayChange={mayChange} />
          <Provider methods={data.authentication_methods} mayChange={mayChange} />
        </Stack>
      ) : null}
    </main>
  );
}

/** A change of the settings, which the page then shows. */
function useChange<Input>(change: (input: Input, headers: Record<string, string>) => Promise<unknown>) {
  const { organization } = useMembership();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(input, asOrganization(organization.svc_id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['read', organization.svc_id, '/authentication_methods'] }),
  });
}

function LoginMethods({ methods, mayChange }: { methods: Methods; mayChange: boolean }) {
  const { t } = useLingui();
  const { mutate, error, isPending, isSuccess } = useChange((login_methods: Method[], headers) =>
    answerOf(api.PUT('/authentication_methods', { headers, body: { authentication_methods: { login_methods } } })),
  );
  const send = (values: Values) =>
    mutate((['email_password', 'open_id'] as const).filter((method) => values[method] !== undefined));
  const isAllowed = (method: Method): boolean => methods.login_methods.includes(method);
  return (
    <section>
      <Text mb="sm">
        <Trans>A member who signs in another way sees the organization, but may do nothing there.</Trans>
      </Text>
      <Form
        fields={[]}
        button={mayChange ? t`Save the ways` : undefined}
        onSend={send}
        error={error}
        isPending={isPending}
      >
        <Checkbox
          name="email_password"
          label={t`By e-mail address and password`}
          defaultChecked={isAllowed('email_password')}
          disabled={!mayChange}
        />
        <Checkbox
          name="open_id"
          label={t`At the OpenID provider of the organization`}
          defaultChecked={isAllowed('open_id')}
          disabled={!mayChange}
        />
      </Form>
      {isSuccess ? <p role="status">{t`Saved.`}</p> : null}
    </section>
  );
}

function Provider({ methods: { open_id: provider }, mayChange }: { methods: Methods; mayChange: boolean }) {
  const { t } = useLingui();
  const connect = useChange(({ issuer = '', client_id = '', client_secret = '' }: Values, headers) =>
    answerOf(
      api.PUT('/authentication_methods/open_id', { headers, body: { open_id: { issuer, client_id, client_secret } } }),
    ),
  );
  const disconnect = useChange((_: null, headers) =>
    answerOf(api.DELETE('/authentication_methods/open_id', { headers })),
  );
  return (
    <section>
      <Title order={2} fz="md" mb="sm">{t`OpenID provider`}</Title>
      {provider ? (
        <DescriptionList
          items={[
            [msg`Issuer`, provider.issuer],
            [msg`Client id`, <Copyable value={provider.client_id} />],
            [msg`Redirect address`, <Copyable value={provider.redirect_url} />],
          ]}
        />
      ) : (
        <p className="nothing">{t`No provider is connected.`}</p>
      )}
      {mayChange ? (
        <>
          <Form
            key={provider?.client_id}
            fields={['issuer', 'client_id', 'client_secret']}
            button={provider ? t`Replace the provider` : t`Connect the provider`}
            onSend={connect.mutate}
            error={connect.error}
            isPending={connect.isPending}
          >
            <Field name="issuer" label={t`Issuer`} defaultValue={provider?.issuer} error={connect.error} />
            <Field name="client_id" label={t`Client id`} defaultValue={provider?.client_id} error={connect.error} />
            <SecretField name="client_secret" label={t`Client secret`} error={connect.error} />
          </Form>
          {provider ? (
            <>
              <CallError error={disconnect.error} />
              <Button variant="default" mt="sm" loading={disconnect.isPending} onClick={() => disconnect.mutate(null)}>
                {t`Disconnect the provider`}
              </Button>
            </>
          ) : null}
        </>
      ) : (
        <p className="nothing">{t`Only admins can change this.`}</p>
      )}
    </section>
  );
}

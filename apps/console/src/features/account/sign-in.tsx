import { Anchor, Divider, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import { CodeField, Field, Form, needsCode, PasswordField, secondProof, type Values } from '../../frame/forms.js';
import { PlainPage } from '../../frame/plain-page.js';
import { useArrival } from '../../frame/use-arrival.js';
import { ProviderForm } from './provider-form.js';

const fields = ['email', 'password', 'otp_code', 'recovery_code'];

/** Signing in by password, with a second proof where the person has set one up, or at an organization's provider. */
export function SignIn() {
  const { t } = useLingui();
  const { to } = useSearch({ from: '/sign-in' });
  const arrive = useArrival();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ email = '', password = '', code }: Values) =>
      answerOf(api.POST('/session', { body: { session: { email, password, ...secondProof(code) } } })),
    onSuccess: () => arrive(to),
  });
  return (
    <PlainPage title={t`Sign in`}>
      <Form fields={fields} button={t`Sign in`} onSend={mutate} error={error} isPending={isPending}>
        <Field name="email" type="email" label={t`E-mail address`} autoComplete="username" error={error} autoFocus />
        <PasswordField name="password" label={t`Password`} isNew={false} error={error} />
        {needsCode(error) ? <CodeField error={error} /> : null}
      </Form>
      <Stack gap="sm">
        <Anchor component={Link} to="/reset-password" underline="always">
          <Trans>Forgot your password?</Trans>
        </Anchor>
        <Divider />
        <ProviderForm />
      </Stack>
    </PlainPage>
  );
}

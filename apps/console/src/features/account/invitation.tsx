import { useMutation } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import { secretOfAddress } from '../../base.js';
import { CodeField, Field, Form, needsCode, PasswordField, secondProof, type Values } from '../../frame/forms.js';
import { organizationOf, pathOf } from '../../frame/organization-path.js';
import { PlainPage } from '../../frame/plain-page.js';
import { useArrival } from '../../frame/use-arrival.js';
import { ProviderButton } from './provider-form.js';

const fields = ['name', 'password', 'otp_code', 'recovery_code'];

/** Accepting an invitation: with a new password, or that of the person's account. */
export function Invitation() {
  const { t } = useLingui();
  const arrive = useArrival();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ password = '', name = '', code }: Values) =>
      answerOf(
        api.POST('/invites/accept', {
          body: { invite: { token: secretOfAddress, password, name, ...secondProof(code) } },
        }),
      ),
    onSuccess: ({ session, organization_id: id }) => {
      const membership = organizationOf(session.memberships, id);
      return arrive(membership && `/${pathOf(membership.organization)}`);
    },
  });
  return (
    <PlainPage
      title={t`Accept the invitation`}
      text={t`Choose a password. If you already have an account here, enter its password.`}
    >
      <Form fields={fields} button={t`Accept`} onSend={mutate} error={error} isPending={isPending}>
        <Field name="name" label={t`Name`} autoComplete="name" required={false} error={error} autoFocus />
        <PasswordField
          name="password"
          label={t`Password`}
          description={t`At least 10 characters`}
          isNew
          error={error}
        />
        {needsCode(error) ? <CodeField error={error} /> : null}
      </Form>
      <ProviderButton inviteToken={secretOfAddress} />
    </PlainPage>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import { secretOfAddress } from '../../base.js';
import { Field, Form, PasswordField, type Values } from '../../frame/forms.js';
import { pathOf } from '../../frame/organization-path.js';
import { PlainPage } from '../../frame/plain-page.js';
import { useArrival } from '../../frame/use-arrival.js';

const fields = ['email', 'name', 'password', 'organization_name'];

/** The first person of an installation, by its setup link. */
export function Welcome() {
  const { t } = useLingui();
  const arrive = useArrival();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ email = '', password = '', name = '', organization_name = '' }: Values) =>
      answerOf(
        api.POST('/setup', { body: { setup: { token: secretOfAddress, email, password, name, organization_name } } }),
      ),
    onSuccess: ({ session: { memberships } }, { organization_name: named = '' }) => {
      const own = memberships.find(({ organization: { name } }) => name === named.trim());
      return arrive(own ? `/${pathOf(own.organization)}` : '/');
    },
  });
  return (
    <PlainPage
      title={t`Set up your installation`}
      text={t`This creates the admin account. You can then create organizations and invite members.`}
    >
      <Form fields={fields} button={t`Set up`} onSend={mutate} error={error} isPending={isPending}>
        <Field name="email" type="email" label={t`E-mail address`} autoComplete="username" error={error} autoFocus />
        <Field name="name" label={t`Name`} autoComplete="name" required={false} error={error} />
        <PasswordField
          name="password"
          label={t`Password`}
          description={t`At least 10 characters`}
          isNew
          error={error}
        />
        <Field
          name="organization_name"
          label={t`Organization`}
          description={t`Creates an organization of this name. Leave it empty to look at the demo first.`}
          required={false}
          error={error}
        />
      </Form>
    </PlainPage>
  );
}

import { Alert, Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import { secretOfAddress } from '../../base.js';
import { AccountField, Field, Form, PasswordField, type Values } from '../../frame/forms.js';
import { PlainPage } from '../../frame/plain-page.js';
import { languageOf, type Language } from '../../frame/preferred-language.js';

/** A new password: requests the mail, or sets the password with the secret of the mail. */
export const ResetPassword = () => (secretOfAddress === '' ? <RequestMail /> : <SetPassword />);

/** The language of the mail: the service writes none in Japanese. */
const mailLanguage = (language: Language) => (language === 'ja' ? 'en' : language);

const ToSignIn = () => (
  <Anchor component={Link} to="/sign-in" underline="always">
    <Trans>Sign in</Trans>
  </Anchor>
);

function RequestMail() {
  const { t, i18n } = useLingui();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: ({ email = '' }: Values) =>
      answerOf(
        api.POST('/password_reset', {
          body: { password_reset: { email, locale: mailLanguage(languageOf(i18n.locale)) } },
        }),
      ),
  });
  return (
    <PlainPage title={t`Request a new password`}>
      {isSuccess ? (
        <Alert variant="outline" role="status" title={t`Check your mail`}>
          <Trans>
            If an account with this address exists, a mail with a link is on its way. The link is valid for one hour.
          </Trans>
        </Alert>
      ) : (
        <Form fields={['email']} button={t`Send the mail`} onSend={mutate} error={error} isPending={isPending}>
          <Field name="email" type="email" label={t`E-mail address`} autoComplete="username" error={error} autoFocus />
        </Form>
      )}
      <ToSignIn />
    </PlainPage>
  );
}

function SetPassword() {
  const { t } = useLingui();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: ({ password = '' }: Values) =>
      answerOf(api.PUT('/password_reset', { body: { password_reset: { token: secretOfAddress, password } } })),
  });
  return (
    <PlainPage title={t`Set a new password`}>
      {isSuccess ? (
        <Alert variant="outline" role="status" title={t`The new password is set`}>
          <Trans>All your sessions have ended.</Trans>
        </Alert>
      ) : (
        <Form fields={['password']} button={t`Set the password`} onSend={mutate} error={error} isPending={isPending}>
          <AccountField email="" />
          <PasswordField
            name="password"
            label={t`New password`}
            description={t`At least 10 characters`}
            isNew
            error={error}
          />
        </Form>
      )}
      <ToSignIn />
    </PlainPage>
  );
}

import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api, type Session } from '../api/client.js';
import { goOn } from '../api/session-end.js';
import { clearSignIn, rememberSignIn, sessionQuery } from '../api/session.js';
import { base } from '../base.js';
import { AccountField, CodeField, Form, needsCode, PasswordField, secondProof, type Values } from './forms.js';

/**
 * Lets the same person sign in again, above the page on which the session ended. Typed text stays there, and the calls
 * that wait are sent afterwards.
 */
export function SignInAgain({ session }: { session: Session }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname, searchStr } = useLocation();
  const leave = async () => {
    clearSignIn();
    await navigate({ to: '/sign-in', search: { to: pathname + searchStr } });
    queries.clear();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={t`Your session has ended`}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        <Text>
          <Trans>Sign in again as {session.user.email}. What you typed stays, and is sent then.</Trans>
        </Text>
        {session.login_method === 'email_password' ? (
          <ByPassword email={session.user.email} />
        ) : (
          <Anchor href={`${base}/console/sign-in`} target="_blank" rel="noopener" underline="always">
            <Trans>Sign in in another tab, then come back</Trans>
          </Anchor>
        )}
        <Button variant="default" onClick={() => void leave()}>
          {t`Leave the page`}
        </Button>
      </Stack>
    </Modal>
  );
}

function ByPassword({ email }: { email: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ password = '', code }: Values) =>
      answerOf(api.POST('/session', { body: { session: { email, password, ...secondProof(code) } } })),
    onSuccess: ({ session }) => {
      rememberSignIn();
      queries.setQueryData(sessionQuery.queryKey, session);
      goOn(true);
    },
  });
  return (
    <Form
      fields={['password', 'otp_code', 'recovery_code']}
      button={t`Sign in`}
      onSend={mutate}
      error={error}
      isPending={isPending}
    >
      <AccountField email={email} />
      <PasswordField name="password" label={t`Password`} isNew={false} error={error} autoFocus />
      {needsCode(error) ? <CodeField error={error} /> : null}
    </Form>
  );
}

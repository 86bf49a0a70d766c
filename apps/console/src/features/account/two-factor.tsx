import { useState } from 'react';
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { encodeQR } from 'qr';
import { answerOf, api, type Session } from '../../api/client.js';
import { sessionQuery } from '../../api/session.js';
import { AccountField, CodeField, Field, Form, PasswordField, secondProof, type Values } from '../../frame/forms.js';
import { Copyable } from '../../ui/values.js';

type User = Session['user'];

/** The person's authenticator: setting one up, its recovery codes, and going on without it. */
export function TwoFactor({ user }: { user: User }) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <Stack component="section" maw="26rem">
      <Title order={2} fz="md">{t`Authenticator`}</Title>
      {codes.length > 0 ? <RecoveryCodes codes={codes} onDone={() => setCodes([])} /> : null}
      {user.two_factor_enabled ? (
        <Remove email={user.email} onDone={() => setCodes([])} />
      ) : (
        <SetUp email={user.email} onCodes={setCodes} />
      )}
    </Stack>
  );
}

/** First the password, then a code of the new authenticator. */
function SetUp({ email, onCodes }: { email: string; onCodes(codes: readonly string[]): void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: ({ password = '' }: Values) =>
      answerOf(api.POST('/users/me/two_factor', { body: { two_factor: { password } } })),
  });
  const confirm = useMutation({
    mutationFn: ({ otp_code = '' }: Values) =>
      answerOf(api.PUT('/users/me/two_factor', { body: { two_factor: { otp_code: otp_code.replaceAll(' ', '') } } })),
    onSuccess: async ({ two_factor: { recovery_codes: codes } }) => {
      onCodes(codes);
      await queries.refetchQueries(sessionQuery);
    },
  });
  if (!start.data)
    return (
      <>
        <Text>
          <Trans>With an authenticator on your phone, a stolen password alone is not enough to sign in.</Trans>
        </Text>
        <Form
          fields={['password']}
          button={t`Set up an authenticator`}
          onSend={start.mutate}
          error={start.error}
          isPending={start.isPending}
        >
          <AccountField email={email} />
          <PasswordField name="password" label={t`Password`} isNew={false} error={start.error} />
        </Form>
      </>
    );
  const { otpauth_url: url, secret } = start.data.two_factor;
  return (
    <>
      <Text>
        <Trans>Scan this with your authenticator, or enter the secret there. Then enter the code that it shows.</Trans>
      </Text>
      <QrCode text={url} label={t`Secret of the authenticator`} />
      <Copyable value={secret} />
      <Form
        fields={['otp_code']}
        button={t`Confirm`}
        onSend={confirm.mutate}
        error={confirm.error}
        isPending={confirm.isPending}
      >
        <Field
          name="otp_code"
          label={t`Code of your authenticator`}
          autoComplete="one-time-code"
          error={confirm.error}
          autoFocus
        />
      </Form>
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { t } = useLingui();
  return (
    <Alert variant="outline" role="status" title={t`The authenticator is set up`}>
      <Trans>
        Save these recovery codes in a safe place. Each works once in place of a code. They are not shown again.
      </Trans>
      <pre className="code" tabIndex={0}>
        {codes.join('\n')}
      </pre>
      <Button.Group>
        <Button size="xs" variant="default" onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
          {t`Copy`}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>{t`I have saved the codes`}</Button>
      </Button.Group>
    </Alert>
  );
}

function Remove({ email, onDone }: { email: string; onDone(): void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ password = '', code }: Values) =>
      answerOf(api.POST('/users/me/two_factor/removal', { body: { two_factor: { password, ...secondProof(code) } } })),
    onSuccess: async () => {
      onDone();
      await queries.refetchQueries(sessionQuery);
    },
  });
  return (
    <>
      <Text>
        <Trans>Sign-in needs your password and a code.</Trans>
      </Text>
      {isOpen ? (
        <Form
          fields={['password', 'otp_code', 'recovery_code']}
          button={t`Remove the authenticator`}
          onSend={mutate}
          error={error}
          isPending={isPending}
        >
          <AccountField email={email} />
          <PasswordField name="password" label={t`Password`} isNew={false} error={error} autoFocus />
          <CodeField error={error} isFirst={false} />
        </Form>
      ) : (
        <Button variant="default" w="fit-content" onClick={() => setOpen(true)}>
          {t`Remove the authenticator`}
        </Button>
      )}
    </>
  );
}

const quietModules = 4;

/** A text as a QR code: black on white in any scheme, so that cameras read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietModules });
  const size = modules.length;
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" />
    </svg>
  );
}

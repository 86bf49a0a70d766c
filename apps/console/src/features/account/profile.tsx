import { lazy, Suspense } from 'react';
import { Alert, Button, Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api, type SessionOfList } from '../../api/client.js';
import { sessionQuery } from '../../api/session.js';
import { CallError } from '../../frame/call-error.js';
import { instantText } from '../../frame/dates.js';
import { AccountField, Field, Form, PasswordField, type Values } from '../../frame/forms.js';
import { LanguageSelect } from '../../frame/language-select.js';
import { useTitle } from '../../frame/plain-page.js';
import { NewOrganization } from '../organizations/new-organization.js';
import { browserOf } from './browser-of.js';

const TwoFactor = lazy(async () => ({ default: (await import('./two-factor.js')).TwoFactor }));

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await answerOf(api.GET('/sessions'))).sessions,
});

/** The person: name, password, and where it is signed in. */
export function Profile() {
  const { t } = useLingui();
  const { session } = useRouteContext({ from: '/signed-in' });
  const { data: now } = useQuery(sessionQuery);
  useTitle(t`Profile`);
  return (
    <main className="wide">
      <Stack gap="xl">
        <Stack gap={0}>
          <Title order={1}>{t`Profile`}</Title>
          <Text c="dimmed">{session.user.email}</Text>
        </Stack>
        {session.login_method === 'email_password' ? (
          <>
            <Name name={session.user.name} />
            <Password email={session.user.email} />
            <Suspense>
              <TwoFactor user={now?.user ?? session.user} />
            </Suspense>
          </>
        ) : null}
        <Sessions />
        {session.user.operator ? <NewOrganization /> : null}
        <LanguageSelect />
      </Stack>
    </main>
  );
}

function Name({ name }: { name: string | null }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ name: changed = '' }: Values) =>
      answerOf(api.PUT('/users/me', { body: { user: { name: changed } } })),
    onSuccess: () => queries.refetchQueries(sessionQuery),
  });
  return (
    <Stack component="section" maw="26rem">
      <Form fields={['name']} button={t`Save the name`} onSend={mutate} error={error} isPending={isPending}>
        <Field
          name="name"
          label={t`Name`}
          autoComplete="name"
          required={false}
          defaultValue={name ?? ''}
          error={error}
        />
      </Form>
    </Stack>
  );
}

function Password({ email }: { email: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: ({ current_password = '', password = '' }: Values) =>
      answerOf(api.PUT('/users/me/password', { body: { user: { current_password, password } } })),
    onSuccess: () => queries.refetchQueries(sessionsQuery),
  });
  return (
    <Stack component="section" maw="26rem">
      <Title order={2} fz="md">{t`Password`}</Title>
      {isSuccess ? (
        <Alert variant="outline" role="status" title={t`The new password is set`}>
          <Trans>Your other sessions have ended.</Trans>
        </Alert>
      ) : null}
      <Form
        fields={['current_password', 'password']}
        button={t`Change the password`}
        onSend={mutate}
        error={error}
        isPending={isPending}
      >
        <AccountField email={email} />
        <PasswordField name="current_password" label={t`Present password`} isNew={false} error={error} />
        <PasswordField
          name="password"
          label={t`New password`}
          description={t`At least 10 characters`}
          isNew
          error={error}
        />
      </Form>
    </Stack>
  );
}

function Sessions() {
  const { t } = useLingui();
  const { data: sessions = [], error } = useQuery(sessionsQuery);
  return (
    <Stack component="section">
      <Title order={2} fz="md">{t`Sessions`}</Title>
      <CallError error={error} />
      <Table.ScrollContainer minWidth={500} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Program`}</Table.Th>
              <Table.Th>{t`Address`}</Table.Th>
              <Table.Th>{t`Last used`}</Table.Th>
              <Table.Th>{t`State`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.map((session) => (
              <SessionRow key={session.svc_id} session={session} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function SessionRow({ session }: { session: SessionOfList }) {
  const { t, i18n } = useLingui();
  const known = session.user_agent === null ? undefined : browserOf(session.user_agent);
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf(api.DELETE('/sessions/{svc_id}', { params: { path: { svc_id: session.svc_id } } })),
    onSuccess: () => queries.refetchQueries(sessionsQuery),
  });
  return (
    <Table.Tr>
      <Table.Td title={session.user_agent ?? undefined}>
        {known ? t`${known.browser} on ${known.system}` : (session.user_agent ?? '–')}
      </Table.Td>
      <Table.Td>{session.ip_address ?? '–'}</Table.Td>
      <Table.Td>{instantText(session.last_used_at ?? session.created_at, i18n.locale)}</Table.Td>
      <Table.Td>
        <CallError error={error} />
        {session.current ? (
          t`This session`
        ) : (
          <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
            {t`End`}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

import { Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { answerOf, api, asOrganization } from '../api/client.js';
import { instantText } from '../frame/dates.js';
import { CallError } from '../frame/notices.js';
import { useTitle } from '../frame/plain-page.js';
import { NewOrganization } from './new-organization.js';

const clockQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['test_clock', organizationId],
    queryFn: async () =>
      (await answerOf(api.GET('/test_clock', { headers: asOrganization(organizationId) }))).test_clock,
  });

/** The organization: who the person is in it, and the clock of a sandbox. */
export function Home() {
  const { t, i18n } = useLingui();
  const { membership, session } = useRouteContext({ from: '/signed-in/$organization' });
  const { organization, roles, permissions } = membership;
  const mayReadClock = roles.includes('admin') || permissions.includes('organization:view');
  const { data: clock, error } = useQuery({
    ...clockQuery(organization.svc_id),
    enabled: organization.sandbox && mayReadClock && membership.login_method_authorized,
  });
  useTitle(organization.name);
  return (
    <main className="wide">
      <Stack gap="lg">
        <Title order={1}>{organization.name}</Title>
        {membership.login_method_authorized ? null : (
          <Text>{t`This organization does not allow the way in which you signed in.`}</Text>
        )}
        <CallError error={error} />
        <Table withRowBorders>
          <Table.Tbody>
            <Row label={t`Identifier`}>
              <code>{organization.svc_id}</code>
            </Row>
            <Row label={t`You`}>{session.user.email}</Row>
            <Row label={t`Roles`}>{roles.join(', ')}</Row>
            {clock ? (
              <Row label={t`Test clock`}>
                <time dateTime={clock.frozen_time}>{instantText(clock.frozen_time, i18n.locale, 'UTC')}</time>
                {clock.status === 'advancing' ? ` ${t`(moving)`}` : null}
              </Row>
            ) : null}
          </Table.Tbody>
        </Table>
        {session.user.operator ? <NewOrganization /> : null}
      </Stack>
    </main>
  );
}

const Row = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Table.Tr>
    <Table.Th scope="row" w="12rem">
      {label}
    </Table.Th>
    <Table.Td>{children}</Table.Td>
  </Table.Tr>
);

import { Stack, Table, Text, Title } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { CallError } from '../../frame/call-error.js';
import { useMembership } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { useClock } from '../../organization/clock-query.js';
import { Instant } from '../../ui/instant.js';
import { NeedsAttention } from './attention.js';

/** The organization: what needs attention, who the person is in it, and the clock of a sandbox. */
export function Home() {
  const { t } = useLingui();
  const { session } = useRouteContext({ from: '/signed-in' });
  const { membership, organization } = useMembership();
  const { data: clock, error } = useClock();
  useTitle(organization.name);
  return (
    <main className="wide">
      <Stack gap="lg">
        <Title order={1}>{organization.name}</Title>
        {membership.login_method_authorized ? null : (
          <Text>{t`This organization does not allow the way in which you signed in.`}</Text>
        )}
        <CallError error={error} />
        {membership.login_method_authorized ? <NeedsAttention /> : null}
        <Table withRowBorders>
          <Table.Tbody>
            <Row label={t`Identifier`}>
              <code>{organization.svc_id}</code>
            </Row>
            <Row label={t`You`}>{session.user.email}</Row>
            <Row label={t`Roles`}>{membership.roles.join(', ')}</Row>
            {clock ? (
              <Row label={t`Test clock`}>
                <Instant iso={clock.frozen_time} focusable />
                {clock.status === 'advancing' ? ` ${t`(moving)`}` : null}
              </Row>
            ) : null}
          </Table.Tbody>
        </Table>
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

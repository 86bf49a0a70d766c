import { lazy, Suspense, useRef } from 'react';
import { Stack, Table, Text, Title } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { useClock } from '../../organization/clock-query.js';
import { Instant } from '../../ui/instant.js';
import { useHidden } from '../start/hidden.js';
import { NeedsAttention } from './attention.js';

const FirstRun = lazy(async () => ({ default: (await import('../start/first-run.js')).FirstRun }));

/** Whether the organization had no invoice when the page opened; undefined while that is unknown. */
function useBeginning(): boolean | undefined {
  const { membership, organization, may } = useMembership();
  const isHidden = useHidden(organization.svc_id);
  const mayStart = membership.login_method_authorized && may('plans:create') && may('invoices:view') && !isHidden;
  const { data } = useRead({ path: '/invoices', query: { per_page: '1', status: 'finalized' } }, { enabled: mayStart });
  // The page goes on to show the way when its end is reached.
  const begins = useRef<boolean>(undefined);
  begins.current ??= data && data.invoices.length === 0;
  return mayStart ? begins.current : false;
}

/** The organization: the way to its first invoice, later objects that need attention, and the clock of a sandbox. */
export function Home() {
  const { t } = useLingui();
  const { session } = useRouteContext({ from: '/signed-in' });
  const { membership, organization } = useMembership();
  const { data: clock, error } = useClock();
  const isBeginning = useBeginning();
  useTitle(organization.name);
  return (
    <main className="wide">
      <Stack gap="lg">
        <Title order={1}>{organization.name}</Title>
        {membership.login_method_authorized ? null : (
          <Text>{t`This organization does not allow the way in which you signed in.`}</Text>
        )}
        <CallError error={error} />
        {isBeginning ? (
          <Suspense>
            <FirstRun />
          </Suspense>
        ) : null}
        {membership.login_method_authorized && isBeginning === false ? <NeedsAttention /> : null}
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

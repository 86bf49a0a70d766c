import { lazy, Suspense, useRef } from 'react';
import { Text, Title } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { useClock } from '../../organization/clock-query.js';
import { Copyable } from '../../ui/values.js';
import { useHidden } from '../start/hidden.js';
import { NeedsAttention } from './attention.js';
import { NextDrafts } from './drafts.js';
import { Month } from './month.js';

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

/** The organization: the way to its first invoice, later its figures of the month, and what needs an eye. */
export function Home() {
  const { t } = useLingui();
  const { membership, organization } = useMembership();
  const { error } = useClock();
  const isBeginning = useBeginning();
  useTitle(organization.name);
  return (
    <main className="home">
      <header className="head">
        <Title order={1} dir="auto">
          {organization.name}
        </Title>
        <Copyable value={organization.svc_id} />
      </header>
      {membership.login_method_authorized ? null : (
        <Text>{t`This organization does not allow the way in which you signed in.`}</Text>
      )}
      <CallError error={error} />
      {isBeginning ? (
        <Suspense>
          <FirstRun />
        </Suspense>
      ) : null}
      {membership.login_method_authorized && isBeginning === false ? (
        <>
          <Month />
          <NeedsAttention />
          <NextDrafts />
        </>
      ) : null}
    </main>
  );
}

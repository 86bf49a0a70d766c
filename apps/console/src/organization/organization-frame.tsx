import { lazy, Suspense, type ReactNode } from 'react';
import { Text, Title } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { Zone } from '../frame/zone.js';
import { useMembership } from '../frame/membership.js';
import { NoticeLines } from '../acts/notice-lines.js';
import { useFollowed } from '../bulk/running.js';
import { Keys } from './keys.js';
import type { LoadCreations } from './use-creations.js';
import { useLiveRecords } from './live-records.js';
import { Navigation } from './navigation.js';
import { ClockBar } from './clock-bar.js';

const EntryBar = lazy(async () => ({ default: (await import('./entry-bar.js')).EntryBar }));
const RunningActs = lazy(async () => ({ default: (await import('../bulk/running-acts.js')).RunningActs }));

/**
 * The frame of the pages of an organization: the way between them, its time zone, and the clock of a sandbox.
 * @param foot what is at the foot of each page, for members who may see the organization
 * @param loadCreations loads the acts that the search offers on all pages
 */
export function OrganizationFrame({ foot, loadCreations }: { foot: ReactNode; loadCreations: LoadCreations }) {
  const { organization, membership } = useMembership();
  useLiveRecords();
  const { entry } = membership;
  const hasActs = useFollowed(organization.svc_id).length > 0;
  if (organization.suspended && !entry) return <Suspended name={organization.name} />;
  return (
    <Zone value={organization.timezone ?? 'UTC'}>
      {entry ? (
        <Suspense>
          <EntryBar organization={organization} entry={entry} />
        </Suspense>
      ) : null}
      {organization.sandbox && membership.login_method_authorized ? (
        <ClockBar key={`clock ${organization.svc_id}`} />
      ) : null}
      {hasActs && membership.login_method_authorized ? (
        <Suspense>
          <RunningActs key={organization.svc_id} />
        </Suspense>
      ) : null}
      {/* Nothing of one organization stays on the pages of another. Equal keys of siblings would double one of them. */}
      <div className="with-navigation" key={`pages ${organization.svc_id}`}>
        {membership.login_method_authorized ? <Navigation /> : null}
        <Outlet />
      </div>
      {membership.login_method_authorized ? foot : null}
      <NoticeLines />
      <Keys loadCreations={loadCreations} />
    </Zone>
  );
}

/** In place of all pages of an organization whose calls are refused. */
function Suspended({ name }: { name: string }) {
  const { t } = useLingui();
  return (
    <main className="wide">
      <Title order={1} dir="auto">
        {name}
      </Title>
      <Text>{t`This organization is suspended. Contact the operator of the installation.`}</Text>
    </main>
  );
}

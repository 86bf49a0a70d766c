import { Outlet } from '@tanstack/react-router';
import { Zone } from '../frame/zone.js';
import { useMembership } from '../frame/membership.js';
import { NoticeLines } from '../acts/notice-lines.js';
import { DeveloperDrawer } from './drawer/drawer-key.js';
import { Keys } from './keys.js';
import { useLiveRecords } from './live-records.js';
import { Navigation } from './navigation.js';
import { ClockBar } from './clock-bar.js';

/** The frame of the pages of an organization: the way between them, its time zone, and the clock of a sandbox. */
export function OrganizationFrame() {
  const { organization, membership } = useMembership();
  useLiveRecords();
  return (
    <Zone value={organization.timezone ?? 'UTC'}>
      {organization.sandbox && membership.login_method_authorized ? <ClockBar key={organization.svc_id} /> : null}
      {/* Nothing of one organization stays on the pages of another. */}
      <div className="with-navigation" key={organization.svc_id}>
        {membership.login_method_authorized ? <Navigation /> : null}
        <Outlet />
      </div>
      {membership.login_method_authorized ? <DeveloperDrawer key={organization.slug} /> : null}
      <NoticeLines />
      <Keys />
    </Zone>
  );
}

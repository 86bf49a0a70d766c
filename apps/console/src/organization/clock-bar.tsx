import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { useClock } from './clock-query.js';
import { instantText } from '../frame/dates.js';
import { useZone } from '../frame/zone.js';
import { useMembership } from '../frame/membership.js';

/** Reads all of the organization again when its clock has arrived: much may be different. */
function useArrivalOfClock(status: string | undefined): void {
  const queries = useQueryClient();
  const { organization } = useMembership();
  const last = useRef(status);
  useEffect(() => {
    if (last.current === 'advancing' && status === 'ready')
      void queries.invalidateQueries({ queryKey: ['read', organization.svc_id] });
    last.current = status;
  }, [status, queries, organization.svc_id]);
}

/** The bar of a sandbox, on each of its pages: that it is one, and what its clock says. */
export function ClockBar() {
  const { t, i18n } = useLingui();
  const { path, may } = useMembership();
  const { data: clock } = useClock();
  const zone = useZone();
  useArrivalOfClock(clock?.status);
  return (
    <div className="clock-bar" role="status">
      <strong>{t`Sandbox`}</strong>
      {clock ? <time dateTime={clock.frozen_time}>{instantText(clock.frozen_time, i18n.locale, zone)}</time> : null}
      {clock?.status === 'advancing' ? <span>{t`The clock advances and due work is running …`}</span> : null}
      {may('organization:update') ? (
        <Link to="/$organization/developers/sandbox" params={{ organization: path }}>{t`Advance the clock`}</Link>
      ) : null}
    </div>
  );
}

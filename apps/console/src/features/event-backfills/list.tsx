import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../../frame/membership.js';
import { createdFilters } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { backfillColumns } from './columns.js';

/** Events of the past that are or were read from files. */
export const EventBackfills = () => {
  const { path } = useMembership();
  return (
    <ListPage
      title={msg`Backfills`}
      empty={msg`No backfills yet. Create one to read events of the past from a file or a bucket.`}
      call={{ path: '/event_backfills' }}
      rowsOf={({ event_backfills: backfills }) => backfills}
      keyOf={byId}
      columns={backfillColumns}
      filters={createdFilters}
    >
      <p>
        <Link to="/$organization/developers/event-backfills/new" params={{ organization: path }}>
          <Trans>New backfill</Trans>
        </Link>
      </p>
    </ListPage>
  );
};

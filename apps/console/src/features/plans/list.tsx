import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Create } from '../../acts/acts.js';
import { useMembership } from '../../frame/membership.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { planColumns } from './columns.js';
import { createPlan } from './acts.js';

export const Plans = () => {
  const { path, may } = useMembership();
  return (
    <ListPage
      create={<Create acts={[createPlan]} />}
      title={msg`Plans`}
      empty={msg`No plans yet. Create one with prices that customers can subscribe to.`}
      call={{ path: '/plans' }}
      rowsOf={({ plans }) => plans}
      keyOf={byCode}
      columns={planColumns}
      filters={[searchFilter]}
    >
      {may('plans:create') ? (
        <p>
          <Link to="/$organization/catalog/copy" params={{ organization: path }}>
            <Trans>Copy the catalog of another organization</Trans>
          </Link>
        </p>
      ) : null}
    </ListPage>
  );
};

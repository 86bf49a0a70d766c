import { msg } from '@lingui/core/macro';
import { planFilter, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { planMigrationColumns } from './columns.js';

export const PlanMigrations = () => (
  <ListPage
    title={msg`Plan migrations`}
    empty={msg`No migrations yet. Open a plan, and choose “Change for some subscriptions”.`}
    call={{ path: '/plan_migrations' }}
    rowsOf={({ plan_migrations: migrations }) => migrations}
    keyOf={byId}
    columns={planMigrationColumns}
    filters={[searchFilter, planFilter]}
  />
);

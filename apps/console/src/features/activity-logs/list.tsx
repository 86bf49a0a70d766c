import { msg } from '@lingui/core/macro';
import { customerFilter, dayFilters } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { activityColumns } from './columns.js';

export const ActivityLogs = () => (
  <ListPage
    hasPages
    title={msg`Activity`}
    empty={msg`No activity yet. Each change of an object appears here.`}
    call={{ path: '/activity_logs' }}
    rowsOf={({ activity_logs: logs }) => logs}
    keyOf={({ activity_id }) => activity_id}
    columns={activityColumns}
    filters={[
      { name: 'activity_types[]', label: msg`Type`, kind: 'text' },
      { name: 'activity_sources[]', label: msg`By`, kind: 'choice', values: ['api', 'front', 'system'] },
      customerFilter,
      { name: 'external_subscription_id', label: msg`Subscription`, kind: 'text' },
      { name: 'user_emails[]', label: msg`Person`, kind: 'text' },
      ...dayFilters,
    ]}
  />
);

import { msg } from '@lingui/core/macro';
import { dayFilters } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { apiLogColumns } from './columns.js';

export const ApiLogs = () => (
  <ListPage
    hasPages
    title={msg`API log`}
    empty={msg`No calls yet. Each call that changes data, or tries to, appears here.`}
    call={{ path: '/api_logs' }}
    rowsOf={({ api_logs: logs }) => logs}
    keyOf={({ request_id }) => request_id}
    columns={apiLogColumns}
    filters={[
      {
        name: 'http_methods[]',
        label: msg`Method`,
        kind: 'choice',
        values: ['post', 'put', 'patch', 'delete'],
      },
      { name: 'http_statuses[]', label: msg`Answer`, kind: 'text' },
      { name: 'request_paths[]', label: msg`Path`, kind: 'text' },
      ...dayFilters,
    ]}
  />
);

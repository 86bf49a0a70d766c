import { msg } from '@lingui/core/macro';
import { dayFilters } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { eventErrorColumns } from './columns.js';
import { EventErrorGroups } from './groups.js';

export const EventErrors = () => (
  <ListPage
    hasPages
    title={msg`Events that do not count`}
    empty={msg`No errors. With the current metrics, every event of the last seven days counts.`}
    call={{ path: '/event_errors' }}
    rowsOf={({ event_errors: errors }) => errors}
    keyOf={byId}
    columns={eventErrorColumns}
    filters={[
      {
        name: 'error',
        label: msg`Error`,
        kind: 'choice',
        values: ['invalid_code', 'missing_aggregation_property', 'invalid_filter_values'],
      },
      { name: 'code', label: msg`Code`, kind: 'text' },
      { name: 'external_subscription_id', label: msg`Subscription`, kind: 'text' },
      { name: 'transaction_id', label: msg`Transaction`, kind: 'text' },
      ...dayFilters,
    ]}
  >
    <EventErrorGroups />
  </ListPage>
);

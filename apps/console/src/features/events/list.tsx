import { msg } from '@lingui/core/macro';
import { customerFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { eventColumns } from './columns.js';
import { LiveEvents } from './live.js';

export const Events = () => (
  <ListPage
    hasPages
    title={msg`Events`}
    empty={msg`No events yet. They appear once your product sends usage.`}
    call={{ path: '/events' }}
    rowsOf={({ events }) => events}
    keyOf={byId}
    columns={eventColumns}
    filters={[
      { name: 'code', label: msg`Code`, kind: 'text' },
      { name: 'external_subscription_id', label: msg`Subscription`, kind: 'text' },
      customerFilter,
      { name: 'transaction_id', label: msg`Transaction`, kind: 'text' },
      {
        name: 'status',
        label: msg`State`,
        kind: 'choice',
        values: ['counted', 'unknown_code', 'field_missing', 'field_not_a_number', 'filter_value_unknown', 'voided'],
        texts: {
          counted: msg`Counted`,
          unknown_code: msg`Unknown code`,
          field_missing: msg`Property missing`,
          field_not_a_number: msg`Property is not a number`,
          filter_value_unknown: msg`Value without a filter`,
          voided: msg`Voided`,
        },
      },
      { name: 'timestamp_from', label: msg`From`, kind: 'date' },
      { name: 'timestamp_to', label: msg`Until`, kind: 'date' },
    ]}
  >
    <LiveEvents columns={eventColumns} />
  </ListPage>
);

import { msg } from '@lingui/core/macro';
import { bulkBarOf } from '../../bulk/bar-of.js';
import {
  amountFilters,
  currencyFilter,
  customerFilter,
  issuingDateFilters,
  searchFilter,
  selfBilledFilter,
} from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { tabsOf } from '../../ui/tabs.js';
import { paymentStates } from '../payments/states.js';
import { creditNoteColumns } from './columns.js';

const creditTabs = tabsOf(
  [
    ['available', msg`Available`],
    ['consumed', msg`Consumed`],
    ['voided', msg`Voided`],
  ],
  (state) => ({ 'credit_status[]': [state] }),
);

const BulkBar = bulkBarOf('credit_notes');

export const CreditNotes = () => (
  <ListPage
    title={msg`Credit notes`}
    empty={msg`No credit notes yet. One is created when an invoice is corrected or a subscription ends early.`}
    call={{ path: '/credit_notes' }}
    rowsOf={({ credit_notes: notes }) => notes}
    keyOf={byId}
    Selected={BulkBar}
    columns={creditNoteColumns}
    tabs={creditTabs}
    counts="credit_status"
    hasSums
    filters={[
      searchFilter,
      customerFilter,
      {
        name: 'types[]',
        label: msg`Kind`,
        kind: 'choice',
        values: ['credit', 'refund', 'offset'],
        texts: { credit: msg`Credit` },
      },
      {
        name: 'reason[]',
        label: msg`Reason`,
        kind: 'choice',
        values: [
          'duplicated_charge',
          'product_unsatisfactory',
          'order_change',
          'order_cancellation',
          'fraudulent_charge',
          'other',
        ],
      },
      {
        name: 'refund_status[]',
        label: msg`Refund`,
        kind: 'choice',
        values: paymentStates.map(([state]) => state),
      },
      currencyFilter(),
      ...amountFilters,
      ...issuingDateFilters,
      selfBilledFilter,
    ]}
  />
);

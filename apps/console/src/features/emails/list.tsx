import { msg } from '@lingui/core/macro';
import { createdFilters, type Filter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { tabsOf } from '../../ui/tabs.js';
import { emailColumns } from './columns.js';

const tabs = tabsOf(
  [
    ['queued', msg`Waiting`],
    ['sent', msg`Sent`],
    ['refused', msg`Refused`],
  ],
  (status) => ({ status }),
);

const filters: readonly Filter[] = [
  { name: 'email', label: msg`Recipient`, kind: 'text' },
  {
    name: 'email_type',
    label: msg`Document`,
    kind: 'choice',
    values: ['invoice', 'credit_note', 'payment_receipt', 'payment_request', 'statement', 'usage_alert'],
  },
  ...createdFilters,
];

export const Emails = () => (
  <ListPage
    title={msg`E-mails`}
    empty={msg`No e-mails yet. They appear when documents are sent to customers.`}
    call={{ path: '/emails' }}
    rowsOf={({ emails }) => emails}
    keyOf={byId}
    columns={emailColumns}
    tabs={tabs}
    filters={filters}
  />
);

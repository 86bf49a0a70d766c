import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Invoice } from '../../api/records.js';
import { dayColumn, linkColumn, moneyColumn } from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';
import { Related } from '../../ui/detail-page.js';
import { byId } from '../../ui/record-keys.js';
import { RowsLink } from '../../ui/rows-link.js';

const columns = [
  linkColumn<Invoice>(
    msg`Customer`,
    'invoice',
    (row) => row.svc_id,
    (row) => nameOf(row.customer),
  ),
  dayColumn<Invoice>(msg`To be issued`, (row) => row.issuing_date),
  moneyColumn<Invoice>(
    msg`Total`,
    (row) => row.total_amount_cents,
    (row) => row.currency,
  ),
];

/** The next drafts that are finalized, with the days on which that happens. */
export function NextDrafts() {
  const { t } = useLingui();
  return (
    <Related
      title={msg`Drafts to be finalized`}
      permission="invoices:view"
      call={{ path: '/invoices', query: { state: 'draft', sort: 'issuing_date', per_page: '5' } }}
      rowsOf={({ invoices }) => invoices}
      columns={columns}
      keyOf={byId}
      empty={msg`No drafts wait for the end of their grace period.`}
      all={<RowsLink to="/$organization/invoices" search={{ tab: 'drafts' }}>{t`All drafts`}</RowsLink>}
    />
  );
}

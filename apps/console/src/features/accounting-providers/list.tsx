import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { connectAccounting } from './acts.js';
import { accountingColumns } from './columns.js';

export const AccountingProviders = () => (
  <ListPage
    create={<Create acts={[connectAccounting]} />}
    hasPages
    title={msg`Accounting`}
    empty={msg`No accounting system is connected. Connect one to have invoices and payments in your books.`}
    call={{ path: '/accounting_providers' }}
    rowsOf={({ accounting_providers: providers }) => providers}
    keyOf={byCode}
    columns={accountingColumns}
  />
);

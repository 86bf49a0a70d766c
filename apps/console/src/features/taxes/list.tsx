import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { taxColumns } from './columns.js';
import { createTax } from './acts.js';

export const Taxes = () => (
  <ListPage
    create={<Create acts={[createTax]} />}
    title={msg`Taxes`}
    empty={msg`No taxes yet. Create one to add VAT or sales tax to invoices.`}
    call={{ path: '/taxes' }}
    rowsOf={({ taxes }) => taxes}
    keyOf={byCode}
    columns={taxColumns}
    filters={[searchFilter]}
  />
);

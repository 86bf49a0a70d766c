import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { createInvoiceSection } from './acts.js';
import { invoiceSectionColumns } from './columns.js';

export const InvoiceSections = () => (
  <ListPage
    create={<Create acts={[createInvoiceSection]} />}
    title={msg`Invoice sections`}
    empty={msg`No sections yet. Create one to print a text of your own on invoices.`}
    call={{ path: '/invoice_custom_sections' }}
    rowsOf={({ invoice_custom_sections: sections }) => sections}
    keyOf={byCode}
    columns={invoiceSectionColumns}
    filters={[searchFilter]}
  />
);

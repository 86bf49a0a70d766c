import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { connectActs } from './acts.js';
import { taxProviderColumns } from './columns.js';

export const TaxProviders = () => (
  <ListPage
    create={<Create acts={connectActs} />}
    hasPages
    title={msg`Tax engines`}
    empty={msg`No tax engine is connected. Connect one to have it compute sales tax and VAT.`}
    call={{ path: '/tax_providers' }}
    rowsOf={({ tax_providers: providers }) => providers}
    keyOf={byCode}
    columns={taxProviderColumns}
  />
);

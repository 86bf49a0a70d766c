import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { withCustomers } from '../../ui/columns.js';
import { createdFilters, currencyFilter, customerFilter, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { walletColumns } from './columns.js';
import { openWallet } from './creations.js';

export const Wallets = () => (
  <ListPage
    create={<Create acts={[openWallet]} />}
    title={msg`Wallets`}
    empty={msg`No wallets yet. Create one to sell or grant prepaid credits to a customer.`}
    call={{ path: '/wallets', query: withCustomers }}
    rowsOf={({ wallets }) => wallets}
    keyOf={byId}
    columns={walletColumns}
    filters={[searchFilter, customerFilter, currencyFilter(), ...createdFilters]}
  />
);

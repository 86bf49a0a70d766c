import { msg } from '@lingui/core/macro';
import { currencyFilter, customerFilter, searchFilter, createdFilters } from '../../ui/filters.js';
import { byId } from '../../ui/record-keys.js';
import { ListPage } from '../../ui/list-page.js';
import { walletColumns } from './columns.js';

export const Wallets = () => (
  <ListPage
    title={msg`Wallets`}
    empty={msg`No wallets yet. Create one to sell or grant prepaid credits to a customer.`}
    call={{ path: '/wallets' }}
    rowsOf={({ wallets }) => wallets}
    keyOf={byId}
    columns={walletColumns}
    filters={[searchFilter, customerFilter, currencyFilter(), ...createdFilters]}
  />
);

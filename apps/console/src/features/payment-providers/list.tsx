import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { connectActs } from './acts.js';
import { paymentProviderColumns } from './columns.js';

/** The connected payment providers, and the buttons that connect one. */
export const PaymentProviders = () => (
  <ListPage
    create={<Create acts={connectActs} />}
    hasPages
    title={msg`Payment providers`}
    empty={msg`No provider is connected. Connect one to charge customers by card or direct debit.`}
    call={{ path: '/payment_providers' }}
    rowsOf={({ payment_providers: providers }) => providers}
    keyOf={byCode}
    columns={paymentProviderColumns}
  />
);

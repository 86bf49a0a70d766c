import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { useMembership } from '../../frame/membership.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { connectActs } from './acts.js';
import { paymentProviderColumns } from './columns.js';

/** The connected payment providers, and the buttons that connect one. */
export function PaymentProviders() {
  const { organization } = useMembership();
  return (
    <ListPage
      create={<Acts acts={connectActs(organization.sandbox)} record={null} />}
      hasPages
      title={msg`Payment providers`}
      empty={msg`No provider is connected. Connect one to charge customers by card or direct debit.`}
      call={{ path: '/payment_providers' }}
      rowsOf={({ payment_providers: providers }) => providers}
      keyOf={byCode}
      columns={paymentProviderColumns}
    />
  );
}

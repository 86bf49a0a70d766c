import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { createBillingEntity } from './acts.js';
import { billingEntityColumns } from './columns.js';

/** The issuers of an organization's invoices. The call has no pages: there are few. */
export const BillingEntities = () => (
  <ListPage
    create={<Create acts={[createBillingEntity]} />}
    hasPages
    title={msg`Billing entities`}
    empty={msg`No billing entities. Create one to issue invoices.`}
    call={{ path: '/billing_entities' }}
    rowsOf={({ billing_entities: entities }) => entities}
    keyOf={byCode}
    columns={billingEntityColumns}
  />
);

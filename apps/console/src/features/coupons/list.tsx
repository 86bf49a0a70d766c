import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { couponColumns } from './columns.js';
import { createCoupon } from './acts.js';

export const Coupons = () => (
  <ListPage
    create={<Create acts={[createCoupon]} />}
    title={msg`Coupons`}
    empty={msg`No coupons yet. Create one to give customers a discount on their invoices.`}
    call={{ path: '/coupons' }}
    rowsOf={({ coupons }) => coupons}
    keyOf={byCode}
    columns={couponColumns}
    filters={[searchFilter]}
  />
);

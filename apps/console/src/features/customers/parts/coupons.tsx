import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { AppliedCoupon } from '../../../api/records.js';
import type { Act } from '../../../acts/act.js';
import { actsColumn } from '../../../acts/acts-column.js';
import { Related } from '../../../ui/detail-page.js';
import { byId } from '../../../ui/record-keys.js';
import { appliedCouponColumns } from '../../coupons/columns.js';

/** Takes a coupon from a customer (invoices, section 5). */
export const removeCoupon: Act<AppliedCoupon> = {
  call: 'DELETE /customers/{external_customer_id}/applied_coupons/{applied_coupon_id}',
  permission: 'coupons:detach',
  label: msg`Remove the coupon`,
  isDanger: true,
  refusalOf: ({ status }) => (status === 'active' ? null : msg`The coupon is used up or was removed.`),
  Summary: ({ record }) => (
    <Trans>
      Drafts and later invoices are billed without {record.coupon_name}. Finalized invoices keep its discount.
    </Trans>
  ),
  send: async ({ headers }, { external_customer_id, svc_id: applied_coupon_id }) => {
    const params = { path: { external_customer_id, applied_coupon_id } };
    await answerOf(
      api.DELETE('/customers/{external_customer_id}/applied_coupons/{applied_coupon_id}', { headers, params }),
    );
  },
  done: msg`The coupon is removed.`,
};

const columns = [...appliedCouponColumns, actsColumn([removeCoupon])];

/** The coupons of a customer. */
export const Coupons = ({ id }: { id: string }) => (
  <Related
    title={msg`Coupons`}
    permission="coupons:view"
    call={{ path: '/customers/{external_customer_id}/applied_coupons', values: { external_customer_id: id } }}
    rowsOf={({ applied_coupons: coupons }) => coupons}
    columns={columns}
    keyOf={byId}
  />
);

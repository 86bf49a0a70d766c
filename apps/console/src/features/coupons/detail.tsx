import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { DescriptionList, DetailPage, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Amount, Copyable, EnumText, Nothing, Units } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { couponState } from './columns.js';
import { couponActs } from './acts.js';

/** A coupon: its discount, its limits, and its frequency. */
export function Coupon() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/coupons/{code}', values: { code: id } }}
      parent={{ label: msg`Coupons`, to: '/$organization/catalog/coupons' }}
      headOf={({ coupon }) => ({ name: coupon.name, id: coupon.code, state: couponState(coupon) })}
      actions={({ coupon }) => <Acts acts={couponActs} record={coupon} />}
    >
      {({ coupon }) => (
        <DescriptionList
          items={[
            [msg`Kind`, <EnumText value={coupon.coupon_type} />],
            [msg`Amount`, <Amount cents={coupon.amount_cents} currency={coupon.amount_currency} />],
            [msg`Percent`, <Units value={coupon.percentage_rate} />],
            [msg`Frequency`, <EnumText value={coupon.frequency} />],
            [msg`Number of invoices`, <Units value={coupon.frequency_duration} />],
            [msg`Several times for a customer`, <YesNo value={coupon.reusable} />],
            [msg`For plans`, coupon.plan_codes.join(', ') || <Nothing />],
            [msg`For metrics`, coupon.billable_metric_codes.join(', ') || <Nothing />],
            [msg`Expires`, <Instant iso={coupon.expiration_at} focusable />],
            [msg`Terminated`, <Instant iso={coupon.terminated_at} focusable />],
            [msg`Description`, coupon.description ?? <Nothing />],
            [msg`Created`, <Instant iso={coupon.created_at} focusable />],
            [msg`Id`, <Copyable value={coupon.svc_id} />],
          ]}
        />
      )}
    </DetailPage>
  );
}

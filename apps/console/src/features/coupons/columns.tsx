import { msg } from '@lingui/core/macro';
import type { AppliedCoupon, Coupon } from '../../api/records.js';
import {
  amountColumn,
  codeColumn,
  currencyColumn,
  enumColumn,
  instantColumn,
  linkColumn,
  moneyColumn,
  sortable,
  stateColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';

/** Whether a coupon can be applied. */
export const couponState = ({ terminated_at: terminated }: Coupon): string => (terminated ? 'terminated' : 'active');

export const couponColumns: readonly Column<Coupon>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'coupon', byCode, (row) => row.name),
  ),
  wide(sortable('code', codeColumn(msg`Code`, byCode))),
  stateColumn(msg`State`, couponState),
  wide(enumColumn(msg`Frequency`, (row) => row.frequency)),
  wide(
    sortable(
      'expiration_at',
      instantColumn(msg`Expires`, (row) => row.expiration_at),
    ),
  ),
  wide(unitsColumn(msg`Percent`, (row) => row.percentage_rate)),
  currencyColumn((row) => row.amount_currency),
  amountColumn(),
];

export const appliedCouponColumns: readonly Column<AppliedCoupon>[] = [
  linkColumn(
    msg`Coupon`,
    'coupon',
    (row) => row.coupon_code,
    (row) => row.coupon_name,
  ),
  stateColumn(msg`State`, (row) => row.status),
  wide(enumColumn(msg`Frequency`, (row) => row.frequency)),
  wide(unitsColumn(msg`Percent`, (row) => row.percentage_rate)),
  wide(amountColumn()),
  moneyColumn(
    msg`Remaining`,
    (row) => row.amount_cents_remaining,
    (row) => row.amount_currency,
  ),
];

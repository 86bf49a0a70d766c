import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Coupon } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation } from '../../acts/act.js';
import { currencyField, typedCurrency } from '../../acts/currency-field.js';
import type { Field, Values } from '../../acts/field.js';

type Create = components['schemas']['CouponCreate'];

const isFixed = ({ coupon_type: type }: Values): boolean => type !== 'percentage';
const isRecurring = ({ frequency }: Values): boolean => frequency === 'recurring';
const only = (field: Field, isShown: (values: Values) => boolean): Field => ({ ...field, isShown });

const fieldsOf = (coupon: Partial<Coupon>): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, initial: coupon.name ?? '' },
  ...(coupon.code === undefined ? ([{ kind: 'code', name: 'code', label: msg`Code`, from: 'name' }] as const) : []),
  {
    kind: 'choice',
    name: 'coupon_type',
    label: msg`Kind`,
    initial: coupon.coupon_type ?? 'fixed_amount',
    options: [
      { value: 'fixed_amount', label: msg`Amount` },
      { value: 'percentage', label: msg`Percentage` },
    ],
  },
  only(currencyField('amount_currency', coupon.amount_currency ?? ''), isFixed),
  {
    kind: 'money',
    name: 'amount_cents',
    label: msg`Amount`,
    currency: coupon.amount_currency ?? typedCurrency('amount_currency'),
    initial: String(coupon.amount_cents ?? ''),
    isShown: isFixed,
  },
  {
    kind: 'decimal',
    name: 'percentage_rate',
    label: msg`Percent`,
    initial: coupon.percentage_rate ?? '',
    isShown: (values) => !isFixed(values),
  },
  {
    kind: 'choice',
    name: 'frequency',
    label: msg`How often`,
    initial: coupon.frequency ?? 'once',
    options: [
      { value: 'once', label: msg`Once` },
      { value: 'recurring', label: msg`For a number of periods` },
      { value: 'forever', label: msg`Forever` },
    ],
  },
  {
    kind: 'decimal',
    name: 'frequency_duration',
    label: msg`Periods`,
    initial: String(coupon.frequency_duration ?? ''),
    isShown: isRecurring,
  },
  {
    kind: 'day_end',
    name: 'expiration_at',
    label: msg`Can be applied until`,
    initial: coupon.expiration_at ?? '',
    isOptional: true,
  },
  {
    kind: 'check',
    name: 'reusable',
    label: msg`One customer may have it several times`,
    initial: coupon.reusable ? 'true' : '',
  },
];

function couponOf(values: Values): Omit<Create, 'code'> {
  const { name = '', coupon_type: type, frequency, expiration_at: day, reusable } = values;
  return {
    name,
    coupon_type: type as Create['coupon_type'],
    frequency: frequency as Create['frequency'],
    reusable: reusable === 'true',
    ...(day ? { expiration: 'time_limit' as const, expiration_at: day } : { expiration: 'no_expiration' as const }),
    ...(isFixed(values)
      ? {
          amount_cents: Number(values['amount_cents']),
          amount_currency: (values['amount_currency'] ?? '').toUpperCase() as Create['amount_currency'],
        }
      : { percentage_rate: values['percentage_rate'] ?? '' }),
    ...(isRecurring(values) ? { frequency_duration: Number(values['frequency_duration']) } : {}),
  };
}

/** Creates a coupon. */
export const createCoupon: Creation = {
  isCreation: true,
  call: 'POST /coupons',
  permission: 'coupons:create',
  label: msg`Create a coupon`,
  fieldsOf: () => fieldsOf({}),
  send: async ({ headers }, _, values) => {
    const body = { coupon: { ...couponOf(values), code: values['code'] ?? '' } };
    const { coupon } = await answerOf(api.POST('/coupons', { headers, body }));
    return { goTo: { kind: 'coupon', id: coupon.code } };
  },
  done: msg`The coupon is created.`,
};

const edit: Act<Coupon> = {
  call: 'PUT /coupons/{code}',
  permission: 'coupons:update',
  label: msg`Edit the coupon`,
  Summary: () => <Trans>Customers that have the coupon already keep its former terms.</Trans>,
  fieldsOf,
  send: async ({ headers }, { code }, values) => {
    const body = { coupon: couponOf(values) };
    await answerOf(api.PUT('/coupons/{code}', { headers, params: { path: { code } }, body }));
  },
  done: msg`The coupon is changed.`,
};

const remove: Act<Coupon> = {
  call: 'DELETE /coupons/{code}',
  permission: 'coupons:delete',
  label: msg`Delete the coupon`,
  isDanger: true,
  Summary: () => <Trans>Customers that have the coupon lose it with their next invoice.</Trans>,
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/coupons/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The coupon is deleted.`,
};

/** The acts of a coupon. */
export const couponActs: readonly Act<Coupon>[] = [edit, remove];

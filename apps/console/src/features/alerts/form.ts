import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { components } from '../../api/schema.js';
import { gridOf, type Field, type Values } from '../../acts/field.js';
import { metricPicker } from '../../acts/pickers.js';

type Schemas = components['schemas'];
export type SubscriptionAlert = Schemas['SubscriptionAlert'];
export type WalletAlert = Schemas['WalletAlert'];
export type Alert = SubscriptionAlert | WalletAlert;
type AlertType = Alert['alert_type'];
type Input = Schemas['AlertInput'];

/** The values that an alert can watch (customers, section 8.1; wallets, section 7). */
export const alertTypes: Readonly<Record<AlertType, MessageDescriptor>> = {
  current_usage_amount: msg`Amount of the usage in the period`,
  lifetime_usage_amount: msg`Amount of the usage in its whole life`,
  billable_metric_current_usage_amount: msg`Amount of one metric in the period`,
  billable_metric_current_usage_units: msg`Units of one metric in the period`,
  billable_metric_lifetime_usage_units: msg`Units of one metric in its whole life`,
  projected_amount: msg`Expected amount of the period`,
  usage_anomaly: msg`Use of one metric above its usual, in percent`,
  wallet_balance_amount: msg`Balance`,
  wallet_ongoing_balance_amount: msg`Balance less the usage of the period`,
  wallet_credits_balance: msg`Credits`,
  wallet_credits_ongoing_balance: msg`Credits less the usage of the period`,
};
export const subscriptionAlertTypes: readonly AlertType[] = [
  'current_usage_amount',
  'lifetime_usage_amount',
  'billable_metric_current_usage_amount',
  'billable_metric_current_usage_units',
  'billable_metric_lifetime_usage_units',
  'projected_amount',
  'usage_anomaly',
];
export const walletAlertTypes: readonly AlertType[] = [
  'wallet_balance_amount',
  'wallet_ongoing_balance_amount',
  'wallet_credits_balance',
  'wallet_credits_ongoing_balance',
];

/** Whether thresholds of a type are amounts in minor units; others are decimals. */
export const isAmount = (type: string | undefined): boolean => (type ?? '').endsWith('_amount');
const typesOfMetrics: ReadonlySet<string | undefined> = new Set<AlertType>([
  'billable_metric_current_usage_amount',
  'billable_metric_current_usage_units',
  'billable_metric_lifetime_usage_units',
  'usage_anomaly',
]);
const watchesMetric = (type: string | undefined): boolean => typesOfMetrics.has(type);

/** A decimal threshold without the zeros at its end, as amounts in minor units are written: `1500.0` is `1500`. */
const wholeOf = (value: string): string => value.replace(/\.0+$/, '');

const thresholdsField = (
  name: string,
  kind: 'money' | 'decimal',
  currency: string,
  alert: Alert | null,
  isShown: (values: Values) => boolean,
): Field => ({
  kind: 'grid',
  name,
  errorName: 'thresholds',
  label: msg`Thresholds`,
  hint: msg`A repeated one triggers at each further step of its size. An empty line counts for nothing`,
  currency,
  columns: [
    { kind, name: 'value', label: msg`Threshold` },
    { kind: 'text', name: 'code', label: msg`Name`, isOptional: true },
    { kind: 'check', name: 'recurring', label: msg`Repeated` },
  ],
  atFirst: (alert?.thresholds ?? []).map(({ value, code, recurring }) => ({
    value: kind === 'money' ? wholeOf(value) : value,
    code: code ?? '',
    recurring: recurring ? 'true' : '',
  })),
  isShown,
});

/** The fields of an alert. @param types that it may watch. @param currency of its amounts */
export const alertFields = (types: readonly AlertType[], currency: string, alert: Alert | null): readonly Field[] => {
  const typeOf = (values: Values) => alert?.alert_type ?? values['alert_type'];
  return [
    { kind: 'text', name: 'name', label: msg`Name`, initial: alert?.name ?? '' },
    ...(alert
      ? []
      : ([
          { kind: 'code', name: 'code', label: msg`Code`, from: 'name' },
          {
            kind: 'choice',
            name: 'alert_type',
            label: msg`Watches`,
            options: types.map((value) => ({ value, label: alertTypes[value] })),
          },
          {
            kind: 'picker',
            name: 'billable_metric_code',
            errorName: 'billable_metric',
            label: msg`Metric`,
            picker: metricPicker,
            isShown: (values) => watchesMetric(values['alert_type']),
          },
        ] satisfies Field[])),
    thresholdsField('amounts', 'money', currency, alert, (values) => isAmount(typeOf(values))),
    thresholdsField('numbers', 'decimal', currency, alert, (values) => !isAmount(typeOf(values))),
  ];
};

const thresholdsOf = (values: Values): Input['thresholds'] =>
  [...gridOf(values, 'amounts'), ...gridOf(values, 'numbers')].map(({ value = '', code, recurring }) => ({
    value,
    code: code || null,
    recurring: recurring === 'true',
  }));

/** A new alert as its call takes it. */
export const newAlert = (values: Values): Input => ({
  alert_type: values['alert_type'] as AlertType,
  code: values['code'] ?? '',
  name: values['name'] || null,
  thresholds: thresholdsOf(values),
  ...(watchesMetric(values['alert_type']) ? { billable_metric_code: values['billable_metric_code'] ?? '' } : {}),
});

/** The changes of an alert. Its type cannot change. */
export const changedAlert = (values: Values) => ({ name: values['name'] || null, thresholds: thresholdsOf(values) });

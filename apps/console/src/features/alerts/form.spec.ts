import { expect, it } from '@jest/globals';
import { typedAtFirst, valuesOf } from '../../acts/values.js';
import { alertFields, changedAlert, newAlert, subscriptionAlertTypes, type Alert } from './form.js';

const read = (typed: Record<string, string>, alert: Alert | null = null) => {
  const fields = alertFields(subscriptionAlertTypes, 'EUR', alert);
  const all = { ...typedAtFirst(fields, 'en', 'UTC'), ...typed };
  return valuesOf(fields, all, 'en', 'UTC').values;
};

it('thresholds of an amount are typed in money and sent in minor units', () => {
  const values = read({ name: 'Budget', 'amounts.0.value': '1,500.50', 'amounts.0.recurring': 'true' });
  expect(newAlert(values)).toEqual({
    alert_type: 'current_usage_amount',
    code: 'budget',
    name: 'Budget',
    thresholds: [{ value: '150050', code: null, recurring: true }],
  });
});

it('thresholds of units are decimals, and name their metric', () => {
  const values = read({
    name: 'Calls',
    alert_type: 'billable_metric_current_usage_units',
    billable_metric_code: 'calls',
    'numbers.0.value': '12.5',
    'amounts.0.value': '1',
  });
  expect(newAlert(values)).toMatchObject({
    billable_metric_code: 'calls',
    thresholds: [{ value: '12.5', code: null, recurring: false }],
  });
});

it('an alert that is opened and sent has its thresholds', () => {
  const alert = {
    name: null,
    alert_type: 'lifetime_usage_amount',
    thresholds: [{ value: '1500.0', code: 'warn', recurring: false }],
  } as unknown as Alert;
  expect(changedAlert(read({}, alert))).toEqual({
    name: null,
    thresholds: [{ value: '1500', code: 'warn', recurring: false }],
  });
});

import { describe, expect, it } from '@jest/globals';
import type { SubscriptionAlertType, UsageSnapshot } from '@tollgate/contracts';
import type { AlertRow } from '../../model/usage/alerts.repository.js';
import { evaluationsOf, triggersOf } from './alert-evaluations.rules.js';

const alert = (changes: Partial<AlertRow> = {}): AlertRow => ({
  id: 'alert',
  organization_id: 'organization',
  external_subscription_id: 's',
  customer_id: null,
  alert_type: 'current_usage_amount',
  billable_metric_id: null,
  code: 'high',
  name: null,
  thresholds: [],
  previous_value: '0',
  last_processed_at: null,
  created_at: new Date(0),
  ...changes,
});

const usage: UsageSnapshot = {
  subscription_id: 'subscription',
  external_subscription_id: 's',
  current_usage_amount: '100',
  lifetime_usage_amount: '1000',
  metrics: [{ billable_metric_id: 'm', amount: '40', units: '7.5', lifetime_units: '70.5' }],
};
const usages = new Map([['s', usage]]);

describe('the watched value of an alert (customers, section 8.3)', () => {
  const valueOf = (alert_type: SubscriptionAlertType, billable_metric_id: string | null = null) =>
    evaluationsOf([alert({ alert_type, billable_metric_id })], usages)[0]?.value.toFixed();

  it('is that of its type', () => {
    expect(valueOf('current_usage_amount')).toBe('100');
    expect(valueOf('lifetime_usage_amount')).toBe('1000');
    expect(valueOf('billable_metric_current_usage_amount', 'm')).toBe('40');
    expect(valueOf('billable_metric_current_usage_units', 'm')).toBe('7.5');
    expect(valueOf('billable_metric_lifetime_usage_units', 'm')).toBe('70.5');
  });

  it('does not exist for a metric that the plan does not charge, or without a snapshot', () => {
    expect(valueOf('billable_metric_current_usage_amount', 'other')).toBeUndefined();
    expect(evaluationsOf([alert({ external_subscription_id: 'other' })], usages)).toEqual([]);
  });
});

describe('the value before an evaluation (customers, section 8.3)', () => {
  const from = Date.parse('2025-02-01T00:00:00Z');
  const previousOf = (changes: Partial<AlertRow>, at: string, recurring = false) =>
    evaluationsOf(
      [alert({ previous_value: '250', last_processed_at: new Date(at), ...changes })],
      new Map([['s', { ...usage, period_from: from, metrics: usage.metrics.map((one) => ({ ...one, recurring })) }]]),
    )[0]?.previous.toFixed();
  const metric = { alert_type: 'billable_metric_current_usage_units', billable_metric_id: 'm' } as const;

  it('is 0 in a new period', () => {
    expect(previousOf({}, '2025-01-31T23:59:59Z')).toBe('0');
    expect(previousOf({}, '2025-02-01T00:00:00Z')).toBe('250');
    expect(previousOf({ last_processed_at: null }, '2025-01-01T00:00:00Z')).toBe('250');
    expect(previousOf(metric, '2025-01-31T23:59:59Z')).toBe('0');
  });

  it('goes on for lifetime usage and recurring metrics', () => {
    expect(previousOf({ alert_type: 'lifetime_usage_amount' }, '2025-01-01T00:00:00Z')).toBe('250');
    expect(previousOf({ ...metric, alert_type: 'billable_metric_lifetime_usage_units' }, '2025-01-01T00:00:00Z')).toBe(
      '250',
    );
    expect(previousOf(metric, '2025-01-01T00:00:00Z', true)).toBe('250');
  });
});

describe('a forecast (customers, section 8.3)', () => {
  const from = Date.parse('2025-02-01T00:00:00Z');
  const evaluated = (projected_amount: string, changes: Partial<AlertRow> = {}) => {
    const forecast = { subscription_id: 'subscription', external_subscription_id: 's', period_from: from };
    const watching = alert({ alert_type: 'projected_amount', previous_value: '250', ...changes });
    const [one] = evaluationsOf([watching, alert()], new Map([['s', { ...forecast, projected_amount }]]));
    return one && [one.previous, one.value, one.recorded].map((value) => value.toNumber());
  };

  it('is watched by its own alerts alone', () => {
    expect(evaluated('300')).toEqual([250, 300, 300]);
    expect(evaluated('300', { alert_type: 'current_usage_amount' })).toBeUndefined();
    expect(evaluationsOf([alert({ alert_type: 'projected_amount' })], usages)).toEqual([]);
  });

  it('has its highest value recorded until the next period', () => {
    const last = new Date('2025-02-10T00:00:00Z');
    expect(evaluated('100', { last_processed_at: last })).toEqual([250, 100, 250]);
    expect(evaluated('100', { last_processed_at: new Date('2025-01-31T00:00:00Z') })).toEqual([0, 100, 100]);
  });
});

describe('a deviation (customers, section 8.3)', () => {
  it('is watched by the alert of its metric, and has its highest value recorded in its day', () => {
    const measured = {
      subscription_id: 'subscription',
      external_subscription_id: 's',
      period_from: Date.parse('2025-02-02T00:00:00Z'),
      metrics: [{ billable_metric_id: 'm', deviation_percent: '80' }],
    };
    const watching = (at: string) =>
      alert({
        alert_type: 'usage_anomaly',
        billable_metric_id: 'm',
        previous_value: '90',
        last_processed_at: new Date(at),
      });
    const evaluated = (one: AlertRow) =>
      evaluationsOf([one], new Map([['s', measured]])).map(({ previous, recorded }) => [+previous, +recorded]);
    expect(evaluated(watching('2025-02-02T10:00:00Z'))).toEqual([[90, 90]]);
    expect(evaluated(watching('2025-02-01T10:00:00Z'))).toEqual([[0, 80]]);
    expect(evaluated(alert({ alert_type: 'billable_metric_current_usage_units', billable_metric_id: 'm' }))).toEqual(
      [],
    );
  });
});

describe('the thresholds of an alert (customers, section 8.3)', () => {
  const once = (value: string, code: string | null = null) => ({ code, value, recurring: false });
  const crossed = (changes: Partial<AlertRow>) =>
    triggersOf(evaluationsOf([alert(changes)], usages)).map((each) => each.crossed);

  it('are crossed from below, the value included', () => {
    expect(crossed({ previous_value: '99', thresholds: [once('100', 'full')] })).toEqual([
      [{ code: 'full', value: '100.0', recurring: false }],
    ]);
    expect(crossed({ previous_value: '99', thresholds: [once('100.1')] })).toEqual([]);
    expect(crossed({ previous_value: '100', thresholds: [once('100')] })).toEqual([]);
    expect(crossed({ previous_value: '150', thresholds: [once('100')] })).toEqual([]);
  });

  it('are reported together, one-time ones first', () => {
    const thresholds = [once('80'), once('50'), { code: 'more', value: '10', recurring: true }];
    expect(crossed({ previous_value: '0', thresholds })[0]?.map(({ value }) => value)).toEqual([
      '80.0',
      '50.0',
      '90.0',
      '100.0',
    ]);
  });

  it('are those of each alert by itself', () => {
    const alerts = [alert({ id: 'a', thresholds: [once('60')] }), alert({ id: 'b', thresholds: [once('600')] })];
    expect(triggersOf(evaluationsOf(alerts, usages)).map((each) => each.alert.id)).toEqual(['a']);
  });
});

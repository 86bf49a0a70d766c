import { describe, expect, it } from '@jest/globals';
import type { SubscriptionCreate } from '@tollgate/contracts';
import { planView, subscriptionRow } from '../model/subscriptions/rows.fixture.js';
import { effectOfPrice, isUpgrade, successorOf, type PlanChangeRequest } from './plan-change.rules.js';

const plan = (amountCents: bigint, interval: Parameters<typeof isUpgrade>[0]['interval'] = 'monthly') =>
  planView({ amountCents, interval });

describe('a change of the plan (subscriptions, section 3)', () => {
  it.each([
    ['a higher amount', plan(1000n), plan(1001n), true],
    ['an equal amount', plan(1000n), plan(1000n), true],
    ['a lower amount', plan(1000n), plan(999n), false],
    ['twelve months', plan(1000n), plan(12_000n, 'yearly'), true],
    ['less than twelve months', plan(1000n), plan(11_999n, 'yearly'), false],
    ['four quarters', plan(12_000n, 'yearly'), plan(3_000n, 'quarterly'), true],
    ['two half years', plan(12_000n, 'yearly'), plan(5_999n, 'semiannual'), false],
    ['52 weeks', plan(52_000n, 'yearly'), plan(1_000n, 'weekly'), true],
    ['less than 52 weeks', plan(52_001n, 'yearly'), plan(1_000n, 'weekly'), false],
    ['nothing', plan(0n), plan(0n), true],
  ])('to %s is an upgrade: %#', (_, from, to, upgrade) => {
    expect(isUpgrade(from, to)).toBe(upgrade);
  });
});

describe('a new price of a plan with a scheduled downgrade (subscriptions, section 9.4)', () => {
  const current = planView({ id: 'current', amountCents: 1000n });
  const next = planView({ id: 'next', amountCents: 600n });

  it('cancels a downgrade to a plan that costs more now; an equal price stays', () => {
    expect(effectOfPrice('current', { ...current, amountCents: 599n }, next)).toBe('cancel');
    expect(effectOfPrice('current', { ...current, amountCents: 600n }, next)).toBeNull();
    expect(effectOfPrice('current', { ...current, amountCents: 601n }, next)).toBeNull();
  });

  it('compares plain amounts for that, not yearly ones', () => {
    const yearly = { ...next, interval: 'yearly' as const, amountCents: 2000n };
    expect(effectOfPrice('current', { ...current, amountCents: 1999n }, yearly)).toBe('cancel');
  });

  it('makes a downgrade to the changed plan an upgrade from the yearly amount of the current one on', () => {
    expect(effectOfPrice('next', current, { ...next, amountCents: 1000n })).toBe('upgrade');
    expect(effectOfPrice('next', current, { ...next, amountCents: 999n })).toBeNull();
    const yearly = { ...next, interval: 'yearly' as const };
    expect(effectOfPrice('next', current, { ...yearly, amountCents: 11_999n })).toBeNull();
    expect(effectOfPrice('next', current, { ...yearly, amountCents: 12_000n })).toBe('upgrade');
  });

  it('of a third plan changes nothing', () => {
    expect(effectOfPrice('third', current, { ...next, amountCents: 5_000n })).toBeNull();
  });
});

describe('the successor of a subscription (subscriptions, sections 7 and 8.1)', () => {
  const current = subscriptionRow({
    id: 'current',
    name: 'Old name',
    billing_time: 'anniversary',
    subscription_at: new Date('2023-06-29T00:00:00Z'),
    ending_at: new Date('2025-01-01T00:00:00Z'),
    consolidate_invoice: false,
    purchase_order_number: 'PO-1',
    billing_entity_id: 'issuer',
    progressive_billing_disabled: true,
    payment_method_type: 'manual',
    on_termination_credit_note: 'refund',
    on_termination_invoice: 'skip',
  });
  const successor = (input: Partial<SubscriptionCreate> = {}, more: Partial<PlanChangeRequest> = {}) =>
    successorOf(current, {
      plan: planView({ id: 'new plan' }),
      ownUnits: [],
      timezone: 'UTC',
      input: input as SubscriptionCreate,
      endingAt: undefined,
      billingEntityId: null,
      rules: [],
      ...more,
    });

  it('inherits start, billing time, end, issuer, order number and consolidation', () => {
    expect(successor()).toMatchObject({
      external_id: 's',
      plan_id: 'new plan',
      status: 'pending',
      previous_subscription_id: 'current',
      billing_time: 'anniversary',
      subscription_at: current.subscription_at,
      ending_at: current.ending_at,
      consolidate_invoice: false,
      purchase_order_number: 'PO-1',
      billing_entity_id: 'issuer',
    });
  });

  it('ignores another start and billing time of the request', () => {
    expect(successor({ subscription_at: '2024-01-01T00:00:00Z', billing_time: 'calendar' })).toMatchObject({
      billing_time: 'anniversary',
      subscription_at: current.subscription_at,
    });
  });

  it('takes the other fields from the request', () => {
    const endingAt = new Date('2026-01-01T00:00:00Z');
    expect(
      successor(
        { name: 'New name', consolidate_invoice: true, purchase_order_number: 'PO-2' },
        { endingAt, billingEntityId: 'other issuer' },
      ),
    ).toMatchObject({
      name: 'New name',
      ending_at: endingAt,
      consolidate_invoice: true,
      purchase_order_number: 'PO-2',
      billing_entity_id: 'other issuer',
    });
  });

  it('does not inherit name, progressive billing, payment method and termination modes', () => {
    expect(successor()).toMatchObject({
      name: '',
      progressive_billing_disabled: false,
      payment_method_type: 'provider',
      payment_method_id: null,
      on_termination_credit_note: null,
      on_termination_invoice: 'generate',
    });
    expect(successor({ progressive_billing_disabled: true }).progressive_billing_disabled).toBe(true);
  });

  it('has not started, and nothing is due', () => {
    expect(successor()).toMatchObject({
      started_at: null,
      activation_at: null,
      next_billing_at: null,
      termination_at: null,
      trial_end_at: null,
      alert_at: null,
    });
  });
});

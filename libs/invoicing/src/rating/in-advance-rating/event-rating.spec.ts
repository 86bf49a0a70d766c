import { describe, expect, it } from '@jest/globals';
import type { ChargeView } from '@tollgate/catalog/reader';
import { noBills, runningPeriod, type SubscriptionAgreement } from '@tollgate/rating';
import { chargeAll, chargeOf, eventAt, june } from './in-advance-charge.fixture.js';
import { bucketOfEvent, estimateEvent, isChargeable, agreementAtReception } from './event-rating.js';
import { wholeDays } from './fee-lines.js';

const filter = (
  id: string,
  values: Record<string, string[]>,
  properties: Record<string, unknown> = { amount: '1' },
) => ({ id, parentId: null, retained: [], invoiceDisplayName: null, values, properties });
const cents = (...args: Parameters<typeof chargeAll>): number[] =>
  chargeAll(...args).map(({ fee }) => Number(fee.amountCents));
const units = (...args: Parameters<typeof chargeAll>): number[] =>
  chargeAll(...args).map(({ fee }) => fee.units.toNumber());
const amounts = (...values: unknown[]) => values.map((amount, minute) => eventAt(minute, { amount }));

describe('an event of a charge in advance', () => {
  it('needs the field of its metric', () => {
    const sum = chargeOf('sum_agg', 'standard', { amount: '1' });
    expect(
      [{}, { amount: null }, { amount: '' }, { amount: ' ' }].map((properties) =>
        isChargeable(sum, eventAt(0, properties).texts),
      ),
    ).toEqual([false, false, false, false]);
    expect(isChargeable(sum, eventAt(0, { amount: 0 }).texts)).toBe(true);
    expect(isChargeable(chargeOf('count_agg', 'standard', { amount: '1' }), {})).toBe(true);
  });

  it('has a fee of zero for a value that is no number, and changes no total', () => {
    const charge = chargeOf('sum_agg', 'graduated', {
      graduated_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '1', flat_amount: '5' }],
    });
    expect(cents(charge, amounts('many', '2'))).toEqual([0, 700]);
  });

  it('costs nothing up to the highest paid total', () => {
    const charge = chargeOf('sum_agg', 'standard', { amount: '1' });
    expect(cents(charge, amounts(10, -4, 8))).toEqual([1000, 0, 400]);
    expect(units(charge, amounts(10, -5, 2))).toEqual([10, 0, 2]);
  });

  it('belongs to the period as of its reception, however soon the subscription ended after it', () => {
    const agreement: SubscriptionAgreement = {
      interval: 'monthly',
      billingTime: 'calendar',
      payInAdvance: false,
      billChargesMonthly: false,
      billFixedChargesMonthly: false,
      subscriptionAt: june.from,
      startedAt: june.from,
      createdAt: june.from,
      terminatedAt: june.from + 1_000,
      predecessor: null,
      successor: 'upgrade',
    };
    const periodTo = (receivedAt: number) =>
      runningPeriod(agreementAtReception(agreement, receivedAt), june.from, 'UTC', noBills).to;
    expect(periodTo(june.from + 500)).toBe(june.to);
    expect(periodTo(june.from + 1_500)).toBe(june.from + 1_000);
  });

  it('is not rounded like its metric', () => {
    expect(cents(chargeOf('sum_agg', 'standard', { amount: '1' }), amounts('0.25'))).toEqual([25]);
  });

  it('pays for the remaining days of a prorated charge', () => {
    const charge = chargeOf('unique_count_agg', 'standard', { amount: '30.12' }, { prorated: true });
    const event = { ...eventAt(0, { amount: 'card' }), timestamp: Date.UTC(2024, 5, 13, 10) * 1000 };
    expect(cents(charge, [event])).toEqual([1807]);
    expect(units(charge, [event])).toEqual([1]);
  });

  it('belongs to the filter with the most keys, and to the first of those', () => {
    const charge = chargeOf(
      'count_agg',
      'standard',
      { amount: '1', pricing_group_keys: ['team'] },
      {
        filters: [
          filter('a', { region: ['eu', 'us'] }),
          filter('b', { region: ['eu'] }),
          filter('c', { region: ['eu'], tier: ['gold'] }, { amount: '3', pricing_group_keys: ['user'] }),
        ],
      },
    );
    const groupsOf = (properties: Record<string, unknown>) => bucketOfEvent(charge, eventAt(0, properties).texts);
    expect(groupsOf({ region: 'eu' }).filter?.id).toBe('a');
    expect(groupsOf({ region: 'eu', tier: 'gold', user: 'u', team: 't' })).toMatchObject({
      filter: { id: 'c' },
      groupedBy: { user: 'u' },
    });
    expect(groupsOf({ region: 'mars', team: 't' })).toEqual({ filter: null, groupedBy: { team: 't' } });
  });

  it('is split by the wallet that it names, if the charge accepts one', () => {
    const charge = chargeOf(
      'count_agg',
      'standard',
      { amount: '1', pricing_group_keys: ['team'] },
      { acceptsTargetWallet: true },
    );
    const groupsOf = (one: ChargeView) =>
      bucketOfEvent(one, eventAt(0, { team: 't', target_wallet_code: 'w' }).texts).groupedBy;
    expect(groupsOf(charge)).toEqual({ team: 't', target_wallet_code: 'w' });
    expect(groupsOf({ ...charge, acceptsTargetWallet: false })).toEqual({ team: 't' });
  });

  it('has an estimate with the first flat amount for a first event, as its fee', () => {
    const charge = chargeOf('sum_agg', 'graduated', {
      graduated_ranges: [
        { from_value: 0, to_value: 1, per_unit_amount: '10', flat_amount: '100' },
        { from_value: 2, to_value: null, per_unit_amount: '5', flat_amount: '0' },
      ],
    });
    const event = eventAt(0, { amount: 1 });
    const bucket = bucketOfEvent(charge, event.texts);
    const estimated = estimateEvent({ charge, bucket, event, period: june, currency: 'EUR', state: null, earlier: [] });
    expect([Number(estimated.fee.amountCents), cents(charge, [event])]).toEqual([11000, [11000]]);
  });

  it('shows whole days in UTC on a fee without invoice', () => {
    const shown = wholeDays({ from: Date.UTC(2024, 5, 5, 10), to: Date.UTC(2024, 6, 1) - 1 });
    expect([shown.from, shown.to].map((at) => new Date(at).toISOString())).toEqual([
      '2024-06-05T00:00:00.000Z',
      '2024-06-30T23:59:59.000Z',
    ]);
  });
});

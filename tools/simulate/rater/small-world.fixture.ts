// A small world for tests: one customer in UTC, one metric that adds up values, and one plan.
import type { Body, CouponRequest, PlanRequest } from '../requests.ts';
import type { Invoice } from './model.ts';
import { World } from './world.ts';

export const plan = (fields: Partial<PlanRequest>): PlanRequest => ({
  name: 'Plan',
  code: 'p1',
  interval: 'monthly',
  amount_cents: 0,
  amount_currency: 'EUR',
  pay_in_advance: false,
  charges: [],
  ...fields,
});

/** A charge of one euro for each unit. */
export const euroCharge: PlanRequest['charges'][number] = {
  billable_metric_id: '{{units}}',
  charge_model: 'standard',
  properties: { amount: '1' },
};

export const coupon = (code: string, fields: Partial<CouponRequest>): CouponRequest => ({
  name: 'Coupon',
  code,
  coupon_type: 'fixed_amount',
  frequency: 'once',
  expiration: 'no_expiration',
  ...fields,
});

export class SmallWorld {
  readonly world = new World();
  private events = 0;

  /** @param at when its first subscription may start */
  constructor(at: string, subscribed: PlanRequest, { taxRate = 0 } = {}) {
    this.world.play({ at });
    const tax = { name: 'Tax', code: 't1', rate: taxRate, applied_to_organization: true };
    if (taxRate > 0) this.call('POST /taxes', { tax });
    this.world.play({
      do: 'POST /billable_metrics',
      body: { billable_metric: { name: 'Units', code: 'units', aggregation_type: 'sum_agg', field_name: 'value' } },
      save: { units: 'billable_metric.svc_id' },
    });
    this.call('POST /plans', { plan: subscribed });
    this.call('POST /customers', { customer: { external_id: 'cust1' } });
  }

  /** @returns the status */
  call(path: string, body?: Body): number | undefined {
    return this.world.play({ do: path, body })?.status;
  }

  /** Starts `sub1` now, for calendar periods. */
  subscribe(): void {
    const subscription = { external_customer_id: 'cust1', external_id: 'sub1', plan_code: 'p1' };
    this.call('POST /subscriptions', { subscription });
  }

  /** Applies a coupon to the customer. */
  apply(one: CouponRequest): number | undefined {
    this.call('POST /coupons', { coupon: one });
    const applied = { external_customer_id: 'cust1', coupon_code: one.code };
    return this.call('POST /applied_coupons', { applied_coupon: applied });
  }

  /** Sends an event now. */
  use(value: number): void {
    const event = {
      transaction_id: `tx${++this.events}`,
      external_subscription_id: 'sub1',
      code: 'units',
      properties: { value },
    };
    this.call('POST /events', { event });
  }

  to(at: string): void {
    this.world.play({ at });
  }

  /** The latest invoice. */
  get invoice(): Invoice {
    const invoice = this.world.invoices.at(-1);
    if (!invoice) throw new Error('There is no invoice');
    return invoice;
  }
}

import type { Sandbox } from './sandbox.js';

type Fields = Record<string, unknown>;

/** A resource to create: its fields, and the call that creates it. */
class Builder {
  constructor(
    private readonly path: string,
    private readonly resource: string,
    protected fields: Fields,
  ) {}

  /** Sets fields as the interface names them. */
  with(fields: Fields): this {
    this.fields = { ...this.fields, ...fields };
    return this;
  }

  /** @returns the id of the created resource */
  async createIn(sandbox: Sandbox): Promise<string> {
    const answer = await sandbox.ok<Record<string, { svc_id: string }>>('POST', this.path, {
      [this.resource]: this.fields,
    });
    return answer[this.resource]?.svc_id ?? '';
  }
}

class MetricBuilder extends Builder {
  /** Adds up a property of the events instead of counting them. */
  sumOf(field_name: string): this {
    return this.with({ aggregation_type: 'sum_agg', field_name });
  }
}

class PlanBuilder extends Builder {
  /** @param amountCents the price of a month */
  monthly(amountCents: number): this {
    return this.with({ interval: 'monthly', amount_cents: amountCents });
  }

  /** Charges the usage of a metric at a price for each unit, in the main unit. @param more fields of the charge */
  charge(metricId: string, amount: string, more: Fields = {}): this {
    return this.with({
      charges: [
        ...((this.fields['charges'] as Fields[] | undefined) ?? []),
        { billable_metric_id: metricId, charge_model: 'standard', properties: { amount }, ...more },
      ],
    });
  }
}

/** A metric that counts events. */
export const aMetric = (code = 'm'): MetricBuilder =>
  new MetricBuilder('/billable_metrics', 'billable_metric', { name: code, code, aggregation_type: 'count_agg' });

/** A monthly plan in arrears, free of charge, in euros. */
export const aPlan = (code = 'p'): PlanBuilder =>
  new PlanBuilder('/plans', 'plan', {
    name: code,
    code,
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
  });

/** A customer without a currency of its own. */
export const aCustomer = (externalId = 'c1'): Builder =>
  new Builder('/customers', 'customer', { external_id: externalId });

/** A subscription that starts now; it creates its customer if there is none. */
export const aSubscription = (externalId = 's1', customer = 'c1', plan = 'p'): Builder =>
  new Builder('/subscriptions', 'subscription', {
    external_id: externalId,
    external_customer_id: customer,
    plan_code: plan,
  });

/** An event of a subscription. */
export interface UsageEvent {
  /** Unique within the subscription. */
  id: string;
  /** Unix seconds, or an ISO 8601 instant. */
  at: number | string;
  properties?: Fields;
  subscription?: string;
  metric?: string;
}

/** The body of an event. */
export const usageEvent = ({ id, at, properties = {}, subscription = 's1', metric = 'm' }: UsageEvent): Fields => ({
  transaction_id: id,
  external_subscription_id: subscription,
  code: metric,
  timestamp: typeof at === 'number' ? at : Date.parse(at) / 1000,
  properties,
});

/** Sends one event. */
export const sendEvent = (sandbox: Sandbox, event: UsageEvent): Promise<unknown> =>
  sandbox.ok('POST', '/events', { event: usageEvent(event) });

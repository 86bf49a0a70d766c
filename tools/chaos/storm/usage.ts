// Usage as a storm sends it, and what it is billed by.
import type { MetricCode, PlanCode } from './price-list.ts';

/** An event as it is posted. */
export interface UsageEvent {
  transaction_id: string;
  external_subscription_id: string;
  code: MetricCode | 'junk';
  /** Unix seconds, as text if they have a fraction; without it the service's clock decides. */
  timestamp?: number | string;
  /** `value` counts; anything else is padding. */
  properties: Record<string, number | string>;
}

/** A subscription with its accepted events. */
export interface SubscriptionUsage {
  /** Its external id. */
  subscription: string;
  plan: PlanCode;
  /** Month by month, each in order of timestamps. The subscription started with the first month. */
  months: UsageEvent[][];
}

import type { Generated } from 'kysely';
import type { CancellationReason, SubscriptionStatus } from '@tollgate/contracts';

export interface SubscriptionsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  plan_id: string;
  /** The number of in-place moves to another plan: to a copy of its own, or before its start. */
  plan_changes: Generated<number>;
  external_id: string;
  name: string | null;
  status: SubscriptionStatus;
  billing_time: 'calendar' | 'anniversary';
  subscription_at: Date;
  started_at: Date | null;
  activated_at: Date | null;
  /** The time zone of its first billing day; null for older rows. */
  start_timezone: string | null;
  ending_at: Date | null;
  terminated_at: Date | null;
  canceled_at: Date | null;
  /** Why a start that waited for its payment was given up; null for other reasons. */
  cancellation_reason: Generated<CancellationReason | null>;
  /** When its customer ended it in the portal, why, and the agreed end that this replaced; null unless it did. */
  ending_requested_at: Generated<Date | null>;
  ending_reason: Generated<string | null>;
  replaced_ending_at: Generated<Date | null>;
  trial_ended_at: Date | null;
  previous_subscription_id: string | null;
  /** How it replaced that one, once it has: later prices of either plan do not change it. */
  follows_as: 'upgrade' | 'downgrade' | null;
  on_termination_credit_note: 'credit' | 'skip' | 'refund' | 'offset' | null;
  on_termination_invoice: 'generate' | 'skip';
  progressive_billing_disabled: boolean;
  consolidate_invoice: boolean;
  /** Whether its invoices have no sections. */
  skip_invoice_custom_sections: Generated<boolean>;
  purchase_order_number: string | null;
  billing_entity_id: string | null;
  payment_method_type: 'provider' | 'manual';
  payment_method_id: string | null;
  /** When a pending subscription starts: the beginning of its local day. */
  activation_at: Date | null;
  /** When the start of an incomplete one waits no longer for its payment; null without an end of the wait. */
  activation_expires_at: Generated<Date | null>;
  /**
   * The billing day on which a downgrade waits for its payment. The outcome decides whether this subscription ends or
   * is billed as of that day.
   */
  held_billing_at: Generated<Date | null>;
  /** When an active one with an end ends: the beginning of that local day. */
  termination_at: Date | null;
  /** Start of the next day on which an active one is billed. */
  next_billing_at: Date | null;
  /** Start of the billing day on which a pending successor replaces it; then it is not billed alone. */
  plan_change_at: Date | null;
  /** When the end of its trial falls due, not before its creation; null once the end was published. */
  trial_end_at: Date | null;
  /** When the next alert about its end is due, and when the last one went out. */
  alert_at: Date | null;
  alerted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

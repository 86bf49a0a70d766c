import type { SubscriptionCreate } from '@tollgate/contracts';
import { newId } from '@tollgate/platform';
import { paymentMethodOf } from './payment-methods.js';
import { neverDue } from './schedule.js';

/** Builds the row of a new subscription from a request and the defaults of later fields. */
export const rowOf = (input: SubscriptionCreate) => ({
  id: newId(),
  name: input.name ?? '',
  started_at: null,
  activated_at: null,
  terminated_at: null,
  canceled_at: null,
  trial_ended_at: null,
  previous_subscription_id: null,
  on_termination_credit_note: null,
  on_termination_invoice: 'generate' as const,
  progressive_billing_disabled: input.progressive_billing_disabled ?? false,
  consolidate_invoice: input.consolidate_invoice ?? true,
  purchase_order_number: input.purchase_order_number || null,
  ...paymentMethodOf(input.payment_method),
  ...neverDue,
  alerted_at: null,
});

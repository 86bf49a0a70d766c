// Disputes: a customer's bank takes the money of a charge back.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { addEntry } from './balance.ts';
import { invalid } from './errors.ts';
import { newId } from './ids.ts';
import { page, type PageParameters } from './lists.ts';
import { refuseOthers } from './method-types.ts';

const daysToRespond = 9;
const textFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

/** Moves the money of a dispute: it leaves the account, or comes back. */
function move(account: Account, dispute: Stripe.Dispute, direction: -1 | 1): void {
  const entry = addEntry(account, {
    amount: direction * dispute.amount,
    currency: dispute.currency,
    type: 'adjustment',
    source: dispute.id,
    description: `Chargeback ${direction < 0 ? 'withdrawal' : 'reversal'} for ${dispute.charge as string}`,
  });
  account.change(dispute, { balance_transactions: [...dispute.balance_transactions, entry] });
  const type = direction < 0 ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated';
  account.emit(type, dispute);
}

/** Opens a dispute of a charge. @throws Failure if it has one, or brought no money */
export function openDispute(
  account: Account,
  charge: Stripe.Charge,
  { reason = 'general', isInquiry = false },
): Stripe.Dispute {
  if (charge.disputed) throw invalid(`Charge ${charge.id} is already disputed.`, { code: 'charge_disputed' });
  if (charge.status !== 'succeeded' || !charge.captured) throw invalid(`Charge ${charge.id} brought no money.`);
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: account.clock.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...(Object.fromEntries(textFields.map((name) => [name, null])) as Record<(typeof textFields)[number], null>),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: account.clock.seconds() + daysToRespond * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: null,
      },
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  account.created(account.disputes, dispute);
  account.emit('charge.updated', charge, account.change(charge, { disputed: true }));
  account.emit('charge.dispute.created', dispute);
  if (!isInquiry) move(account, dispute, -1);
  return dispute;
}

const closed = new Set<string>(['lost', 'won', 'warning_closed']);

/** The bank decides. @throws Failure if it has decided before */
export function closeDispute(account: Account, id: string, outcome: 'lost' | 'won'): Stripe.Dispute {
  const dispute = account.disputes.get(id);
  if (closed.has(dispute.status))
    throw invalid('This dispute is already closed', { code: 'status_transition_invalid' });
  const isInquiry = dispute.status.startsWith('warning_');
  account.change(dispute, { status: isInquiry ? 'warning_closed' : outcome, is_charge_refundable: false });
  account.emit('charge.dispute.closed', dispute);
  if (outcome === 'won' && !isInquiry) move(account, dispute, 1);
  return dispute;
}

/** The bank takes its decision back: the money of a lost dispute returns. @throws Failure for another dispute */
export function reverseDispute(account: Account, id: string): Stripe.Dispute {
  const dispute = account.disputes.get(id);
  if (dispute.status !== 'lost')
    throw invalid(`This dispute is ${dispute.status}.`, { code: 'status_transition_invalid' });
  account.emit('charge.dispute.updated', dispute, account.change(dispute, { status: 'won' }));
  move(account, dispute, 1);
  return dispute;
}

/** Submitted evidence decides by its text, as in Stripe's tests: `winning_evidence` or `losing_evidence`. */
export function updateDispute(account: Account, sent: Stripe.DisputeUpdateParams, id: string): Stripe.Dispute {
  const dispute = account.disputes.get(id);
  const { evidence, metadata, submit = evidence !== undefined, ...others } = sent;
  refuseOthers(others);
  if (closed.has(dispute.status))
    throw invalid('This dispute is already closed', { code: 'status_transition_invalid' });
  const previous = account.change(dispute, {
    ...(metadata !== undefined && { metadata: mergedMetadata(dispute.metadata, metadata) }),
    ...(evidence && {
      evidence: { ...dispute.evidence, ...(evidence as Partial<Stripe.Dispute.Evidence>) },
      evidence_details: {
        ...dispute.evidence_details,
        has_evidence: true,
        submission_count: dispute.evidence_details.submission_count + (submit ? 1 : 0),
      },
    }),
    ...(submit && { status: dispute.status.startsWith('warning_') ? 'warning_under_review' : 'under_review' }),
  });
  if (previous) account.emit('charge.dispute.updated', dispute, previous);
  const text = dispute.evidence.uncategorized_text;
  if (submit && (text === 'winning_evidence' || text === 'losing_evidence'))
    return closeDispute(account, id, text === 'winning_evidence' ? 'won' : 'lost');
  return dispute;
}

export function listDisputes(
  account: Account,
  { charge, payment_intent, ...parameters }: Stripe.DisputeListParams,
): Stripe.ApiList<Stripe.Dispute> {
  return page(account.disputes, '/v1/disputes', parameters as PageParameters, (dispute) => {
    if (charge !== undefined && dispute.charge !== charge) return false;
    return payment_intent === undefined || dispute.payment_intent === payment_intent;
  });
}

// Objects of the service in its answers: the fields that the simulator reads.
import type { FilterValues } from './requests.ts';

export interface ServiceFee {
  svc_id: string;
  svc_invoice_id: string | null;
  svc_true_up_parent_fee_id: string | null;
  external_subscription_id: string | null;
  event_transaction_id: string | null;
  item: {
    type: string;
    code: string;
    filters: FilterValues | null;
    grouped_by: Record<string, string | null> | null;
  };
  units: string;
  events_count: number | null;
  amount_cents: number;
  taxes_amount_cents: number;
  precise_coupons_amount_cents: string;
  from_date: string | null;
  to_date: string | null;
}

export interface ServicePeriod {
  svc_subscription_id: string;
  external_subscription_id: string;
  invoicing_reason: string;
  subscription_from_datetime: string | null;
  subscription_to_datetime: string | null;
  charges_from_datetime: string | null;
  charges_to_datetime: string | null;
}

export interface ServiceInvoice {
  svc_id: string;
  number: string;
  customer: { svc_id: string; external_id: string };
  status: string;
  issuing_date: string;
  billing_periods: ServicePeriod[];
  fees: ServiceFee[];
  credits: { item: { type: string } }[];
  fees_amount_cents: number;
  progressive_billing_credit_amount_cents: number;
  coupons_amount_cents: number;
  sub_total_excluding_taxes_amount_cents: number;
  taxes_amount_cents: number;
  sub_total_including_taxes_amount_cents: number;
  credit_notes_amount_cents: number;
  prepaid_credit_amount_cents: number;
  prepaid_granted_credit_amount_cents: number | null;
  prepaid_purchased_credit_amount_cents: number | null;
  total_amount_cents: number;
  payment_status: string;
  total_paid_amount_cents: number;
  total_offsetted_credit_note_amount_cents: number;
  total_due_amount_cents: number;
  payment_dispute_lost_at: string | null;
}

export interface ServiceNote {
  svc_id: string;
  svc_invoice_id: string;
  number: string;
  customer: { external_id: string };
  credit_status: string | null;
  total_amount_cents: number;
  credit_amount_cents: number;
  refund_amount_cents: number;
  offset_amount_cents: number;
  balance_amount_cents: number;
  taxes_amount_cents: number;
  items: { precise_amount_cents: string }[];
}

export interface ServicePayment {
  svc_id: string;
  svc_payable_id: string;
  amount_cents: number;
  payment_status: string;
}

/** The share of an outbound transaction that an inbound one has paid. */
export interface ServiceFunding {
  amount_cents: number;
  wallet_transaction: ServiceTransaction;
}

export interface ServiceTransaction {
  svc_id: string;
  svc_invoice_id: string | null;
  transaction_type: 'inbound' | 'outbound';
  transaction_status: string;
  status: string;
  source: string;
  priority: number;
  amount: string;
  credit_amount: string;
  remaining_amount_cents: number | null;
  created_at: string;
}

/** A transaction with what paid it, if it is outbound. */
export interface FundedTransaction extends ServiceTransaction {
  fundings: ServiceFunding[];
}

export interface ServiceWallet {
  svc_id: string;
  external_customer_id: string;
  code: string;
  currency: string;
  status: string;
  balance_cents: number;
  credits_balance: string;
  consumed_credits: string;
}

export interface ListedWallet extends ServiceWallet {
  transactions: FundedTransaction[];
}

/** A dead letter: a message that the service could not process. */
export interface ParkedMessage {
  kind: string;
  key: string;
  reason: string;
  details: string;
}

/** All that the service has billed in an organization. */
export interface ServiceBooks {
  invoices: ServiceInvoice[];
  uninvoicedFees: ServiceFee[];
  creditNotes: ServiceNote[];
  wallets: ListedWallet[];
  payments: ServicePayment[];
  parked: ParkedMessage[];
}

/** The current usage of a subscription. */
/** The prices of a plan for quantities, and for the usage of a subscription. */
export interface ServicePlanPrices {
  quantities: PricedQuantity[];
  usage: PricedQuantity | null;
}

export interface PricedQuantity {
  charges: { amount_cents: number; true_up_amount_cents: number; estimate_reasons: string[] }[];
  commitment_amount_cents: number;
  total_amount_cents: number;
}

export interface ServiceUsage {
  from_datetime: string;
  to_datetime: string;
  amount_cents: number;
}

/** Amounts are in the minor units of their currency, such as cents; instants are ISO 8601 in UTC. */

export interface Page {
  current_page: number;
  total_pages: number;
  total_count: number;
}

export interface Invoice {
  svc_id: string;
  number: string;
  status: 'finalized' | 'voided';
  payment_status: 'pending' | 'succeeded' | 'failed';
  payment_overdue: boolean;
  issuing_date: string;
  payment_due_date: string | null;
  currency: string;
  total_amount_cents: number;
  total_due_amount_cents: number;
  file_url: string | null;
}

export interface DueAmount {
  currency: string;
  amount_cents: number;
}

export interface Subscription {
  svc_id: string;
  external_id: string;
  name: string | null;
  plan_code: string;
  plan_amount_cents: number;
  plan_amount_currency: string;
  status: 'pending' | 'active' | 'terminated' | 'canceled' | 'incomplete';
  next_plan_code: string | null;
  ending_at: string | null;
  ending_requested_at: string | null;
}

export interface Plan {
  code: string;
  name: string;
  invoice_display_name: string | null;
  description: string | null;
  interval: 'weekly' | 'monthly' | 'quarterly' | 'semiannual' | 'yearly';
  amount_cents: number;
  amount_currency: string;
  is_current: boolean;
  change: 'upgrade' | 'downgrade' | null;
  entitlements: readonly { code: string; name: string | null }[];
}

export interface PlanPreview {
  issuing_date: string;
  currency: string;
  fees_amount_cents: number;
  taxes_amount_cents: number;
  credit_notes_amount_cents: number;
  prepaid_credit_amount_cents: number;
  total_amount_cents: number;
}

export interface Usage {
  from_datetime: string;
  to_datetime: string;
  currency: string;
  amount_cents: number;
  projected_amount_cents: number;
  charges_usage: readonly {
    units: string;
    amount_cents: number;
    projected_amount_cents: number;
    charge: { svc_id: string; invoice_display_name: string | null };
    billable_metric: { code: string; name: string };
  }[];
}

export interface UsageStep {
  from_datetime: string;
  group: string | null;
  events_count: number;
  units: string;
}

export interface Wallet {
  svc_id: string;
  name: string | null;
  currency: string;
  rate_amount: string;
  credits_balance: string;
  balance_cents: number;
  credits_ongoing_balance: string;
  ongoing_balance_cents: number;
}

export interface Payment {
  status: 'page_opened' | 'pending';
  url: string | null;
  amount_cents: number;
  amount_currency: string;
}

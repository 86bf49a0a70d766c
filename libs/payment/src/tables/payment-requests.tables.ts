/** What was asked to be paid of several overdue invoices at once. */
export interface PaymentRequestsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  /** The issuer of all its invoices. */
  billing_entity_id: string;
  /** What was due of its invoices when it was made. */
  amount_cents: bigint;
  currency: string;
  /** Whom it is sent to. */
  email: string | null;
  payment_status: 'pending' | 'succeeded' | 'failed';
  /** The campaign that made it. */
  dunning_campaign_id: string | null;
  /** What its call says of how it is paid; null where it says nothing. */
  payment_method_type: 'provider' | 'manual' | null;
  payment_method_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface PaymentRequestInvoicesTable {
  organization_id: string;
  payment_request_id: string;
  invoice_id: string;
  /** Order in the list that was given. */
  position: number;
}

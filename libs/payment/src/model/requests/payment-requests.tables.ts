/** Requests to pay several overdue invoices at once. */
export interface PaymentRequestsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  /** The issuer of all its invoices. */
  billing_entity_id: string;
  /** The due amount of its invoices at its creation. */
  amount_cents: bigint;
  currency: string;
  /** The recipient of its e-mail. */
  email: string | null;
  payment_status: 'pending' | 'succeeded' | 'failed';
  /** The campaign that created it. */
  dunning_campaign_id: string | null;
  /** The campaign's how-manieth request in its currency, from 1; null without one and for older requests. */
  dunning_attempt: number | null;
  /** The method that the request states; null when it states none. */
  payment_method_type: 'provider' | 'manual' | null;
  payment_method_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface PaymentRequestInvoicesTable {
  organization_id: string;
  payment_request_id: string;
  invoice_id: string;
  /** The position in the request's list. */
  position: number;
}

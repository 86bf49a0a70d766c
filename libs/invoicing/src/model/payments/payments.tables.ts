/** Payments on invoices; the payment service owns the payments themselves. */
export interface PaymentsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  invoice_id: string;
  amount_cents: bigint;
  currency: string;
  payment_status: 'pending' | 'processing' | 'succeeded' | 'failed';
  type: 'provider' | 'manual';
  reference: string | null;
  created_at: Date;
}

import type { Generated } from 'kysely';

/** What payments brought an invoice; the payments themselves are the payment service's. */
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
  /** Whether the message about it was written with it. */
  announced: Generated<boolean>;
}

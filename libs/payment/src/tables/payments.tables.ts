/** Money that was received, or is tried to be: of one invoice, or of all of a payment request. */
export interface PaymentsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  payable_type: 'Invoice' | 'PaymentRequest';
  payable_id: string;
  amount_cents: bigint;
  currency: string;
  payment_status: 'pending' | 'processing' | 'succeeded' | 'failed';
  type: 'provider' | 'manual';
  reference: string | null;
  /** When it was paid. */
  created_at: Date;
}

/** One for each payment that succeeded. */
export interface PaymentReceiptsTable {
  id: string;
  organization_id: string;
  payment_id: string;
  number: string;
  created_at: Date;
}

/** The last rank given to a customer's receipts; its lock keeps ranks without holes. */
export interface ReceiptSequencesTable {
  organization_id: string;
  customer_id: string;
  last: number;
}

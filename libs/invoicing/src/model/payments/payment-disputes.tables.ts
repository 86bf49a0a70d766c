/** The last report of a provider about a dispute of each payment. */
export interface PaymentDisputesTable {
  /** The id of the payment at the invoice. */
  payment_id: string;
  organization_id: string;
  invoice_id: string;
  status: 'opened' | 'lost' | 'won';
  /** When that happened at the provider. */
  at: Date;
}

/** How a customer pays by bank transfer. */
export interface FundingInstructionsTable {
  customer_id: string;
  organization_id: string;
  /** The id of the section. */
  id: string;
  /** The connection of the bank account: a customer that left it does not show the instructions. */
  payment_provider_code: string;
  display_name: string;
  details: string;
  created_at: Date;
}

/** A selected section for invoices. */
export interface SelectedInvoiceCustomSectionsTable {
  id: string;
  organization_id: string;
  /** A customer or a subscription. */
  owner_id: string;
  invoice_custom_section_id: string;
  created_at: Date;
}

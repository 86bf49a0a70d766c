/** A selected section for invoices. */
export interface SelectedInvoiceCustomSectionsTable {
  id: string;
  organization_id: string;
  /** A customer or a subscription. */
  owner_id: string;
  invoice_custom_section_id: string;
  created_at: Date;
}

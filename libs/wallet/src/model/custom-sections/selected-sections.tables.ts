/** Selected texts for the invoices of sold credits. */
export interface SelectedSectionsTable {
  id: string;
  organization_id: string;
  /** A wallet, a top-up rule or a transaction. */
  owner_id: string;
  invoice_custom_section_id: string;
  created_at: Date;
}

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

import type { ColumnType } from 'kysely';

/** How customers with overdue invoices are asked to pay. */
export interface DunningCampaignsTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  description: string | null;
  days_between_attempts: number;
  max_attempts: number;
  bcc_emails: ColumnType<string[], string, string>;
  created_at: Date;
  updated_at: Date;
  /** From when on it counts as it is now, and for whom. */
  applies_from: Date;
  deleted_at: Date | null;
}

/** What must be overdue, of a currency of a campaign. */
export interface DunningThresholdsTable {
  organization_id: string;
  dunning_campaign_id: string;
  currency: string;
  amount_cents: bigint;
}

/** The campaign for the customers of an issuer. */
export interface DunningIssuersTable {
  organization_id: string;
  billing_entity_id: string;
  dunning_campaign_id: string;
}

/** What of dunning is a customer's own. */
export interface DunnedCustomersTable {
  organization_id: string;
  customer_id: string;
  own_campaign_id: string | null;
  excluded: boolean;
  /** Of all currencies. */
  last_attempt_at: Date | null;
  /** Not looked at before: nothing could be demanded, or it failed. */
  not_before: Date | null;
}

/** How often a customer was asked for what is overdue in a currency, by a campaign. */
export interface DunningAttemptsTable {
  organization_id: string;
  customer_id: string;
  currency: string;
  dunning_campaign_id: string;
  attempts: number;
}

/** Until when an organization that follows the wall clock was looked at. */
export interface DunningPassesTable {
  organization_id: string;
  done_until: Date;
}

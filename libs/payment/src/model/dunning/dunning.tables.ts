import type { ColumnType } from 'kysely';

/** Campaigns that remind customers of overdue invoices. */
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
  /** The instant from which its current settings apply. */
  applies_from: Date;
  deleted_at: Date | null;
}

/** The overdue amount in a currency that triggers a campaign. */
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

/** A customer's own dunning settings and state. */
export interface DunnedCustomersTable {
  organization_id: string;
  customer_id: string;
  own_campaign_id: string | null;
  excluded: boolean;
  /** Of all currencies. */
  last_attempt_at: Date | null;
  /** Earliest next check, after a round without payable invoices or with a failure. */
  not_before: Date | null;
}

/** The number of reminders by a campaign for overdue invoices in a currency. */
export interface DunningAttemptsTable {
  organization_id: string;
  customer_id: string;
  currency: string;
  dunning_campaign_id: string;
  attempts: number;
}

/** The last processed instant of an organization that follows the wall clock. */
export interface DunningPassesTable {
  organization_id: string;
  done_until: Date;
}

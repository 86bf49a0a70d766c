import type { ColumnType, GeneratedAlways } from 'kysely';

/** The effect of each event on a charge in advance; the row prevents a second charge of the event. */
export interface InAdvanceEventsTable {
  /** Order of the charging. */
  position: GeneratedAlways<bigint>;
  organization_id: string;
  subscription_id: string;
  charge_id: string;
  charge_filter_id: string | null;
  grouped_by: ColumnType<Record<string, string | null>, string, string>;
  event_transaction_id: string;
  /** The event's own time, Unix microseconds. */
  event_at: bigint;
  /** Start of the usage period in which it was charged, Unix milliseconds; null for events older than the column. */
  period_from: bigint | null;
  /** Running total and highest billed total after the event; null for counted events. */
  current_units: string | null;
  max_units: string | null;
  /** Billed units of the event, prorated if the charge is. */
  billed_units: string;
}

/** Renewals of uninvoiced fees, by the start of the usage period that ended with them. */
export interface InAdvanceRenewalsTable {
  organization_id: string;
  subscription_id: string;
  charge_id: string;
  charges_from: Date;
}

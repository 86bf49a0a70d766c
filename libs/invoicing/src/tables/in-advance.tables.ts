import type { ColumnType, GeneratedAlways } from 'kysely';

/** What each event moved of a charge paid in advance; that it is here keeps the event from being charged again. */
export interface InAdvanceEventsTable {
  /** Order in which events were charged. */
  position: GeneratedAlways<bigint>;
  organization_id: string;
  subscription_id: string;
  charge_id: string;
  charge_filter_id: string | null;
  grouped_by: ColumnType<Record<string, string | null>, string, string>;
  event_transaction_id: string;
  /** The event's own time, Unix microseconds. */
  event_at: bigint;
  /** Running total and highest billed total after the event; null where there is none (counted events). */
  current_units: string | null;
  max_units: string | null;
  /** Units that the event was billed for, prorated where the charge is. */
  billed_units: string;
}

/** Renewals of uninvoiced fees that were made, by the start of the usage period that ended with them. */
export interface InAdvanceRenewalsTable {
  organization_id: string;
  subscription_id: string;
  charge_id: string;
  charges_from: Date;
}

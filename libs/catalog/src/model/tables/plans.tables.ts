import type { Interval, KeyedMetadata, Translations } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

export interface PlansTable {
  id: string;
  organization_id: string;
  /** The plan that this one is a copy of; both have the same code. */
  parent_id: string | null;
  /** The version of its parent that a copy keeps for any number of subscriptions; null for the copy of one subscription. */
  retained_version: Generated<number | null>;
  code: string;
  name: string;
  invoice_display_name: string | null;
  invoice_display_name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  description: string | null;
  interval: Interval;
  amount_cents: bigint;
  amount_currency: string;
  pay_in_advance: boolean;
  /** Days, numeric. */
  trial_period: ColumnType<string | null, string | null, string | null>;
  bill_charges_monthly: boolean | null;
  bill_fixed_charges_monthly: boolean | null;
  /** The metadata of its owner; null for none. */
  metadata: ColumnType<KeyedMetadata | null, string | null | undefined, string | null>;
  /** Whether its owner has deleted it while its subscriptions still end. */
  pending_deletion: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** A plan as it was after a change; none of a copy. */
export interface PlanVersionsTable {
  organization_id: string;
  plan_id: string;
  number: number;
  created_at: Date;
  /** Both null for a change that no call of the organization made. */
  author_api_key_id: string | null;
  author_user_id: string | null;
  /** The body that creates the plan as it was, with its entitlements. */
  snapshot: ColumnType<Record<string, unknown>, string, never>;
}

export interface PlanTaxesTable {
  organization_id: string;
  plan_id: string;
  tax_id: string;
}

import type { PrivilegeType } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';

export interface FeaturesTable {
  id: string;
  organization_id: string;
  code: string;
  name: string | null;
  description: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface PrivilegesTable {
  id: string;
  organization_id: string;
  feature_id: string;
  code: string;
  name: string | null;
  value_type: PrivilegeType;
  /** The allowed values of a `select`; null for other types. */
  select_options: ColumnType<string[] | null, string | null, string | null>;
  /** The metric that an integer limits. */
  billable_metric_id: string | null;
  created_at: Date;
  deleted_at: Date | null;
}

/** An entitlement of a plan (not of a copy) to a feature. */
export interface PlanEntitlementsTable {
  id: string;
  organization_id: string;
  plan_id: string;
  feature_id: string;
  created_at: Date;
}

export interface PlanEntitlementValuesTable {
  organization_id: string;
  entitlement_id: string;
  privilege_id: string;
  /** The stored text of any type: `10`, `true`, a text. */
  value: string;
}

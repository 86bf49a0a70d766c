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
  /** What the value of a `select` is chosen from; null for other types. */
  select_options: ColumnType<string[] | null, string | null, string | null>;
  /** The metric whose usage an integer limits. */
  billable_metric_id: string | null;
  created_at: Date;
  deleted_at: Date | null;
}

/** That a plan, no copy, entitles to a feature. */
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
  /** As it is kept for any type: `10`, `true`, a text. */
  value: string;
}

import type { ColumnType, Generated } from 'kysely';

type Numeric = ColumnType<string, string, string>;

/** Units of a fixed charge that one subscription has otherwise than its plan. */
export interface FixedChargeOverridesTable {
  organization_id: string;
  subscription_id: string;
  fixed_charge_id: string;
  units: Numeric;
  updated_at: Date;
}

/** The quantity history of a subscription's fixed charges; what was written last counts (charges, section 5.2). */
export interface FixedChargeUnitChangesTable {
  id: string;
  /** The order in which changes were made. */
  sequence: Generated<bigint>;
  organization_id: string;
  subscription_id: string;
  fixed_charge_id: string;
  units: Numeric;
  /** How often the plan's units had been set at that time. */
  revision: number;
  effective_at: Date;
  created_at: Date;
}

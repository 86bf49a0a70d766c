import type { ChargeModelName, Translations } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';

export type Properties = Record<string, unknown>;

export interface ChargesTable {
  id: string;
  organization_id: string;
  plan_id: string;
  billable_metric_id: string;
  /** The charge of the parent plan that this one of an override plan was copied from. */
  parent_id: string | null;
  code: string;
  invoice_display_name: string | null;
  invoice_display_name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  charge_model: ChargeModelName;
  properties: ColumnType<Properties, string, string>;
  pay_in_advance: boolean;
  prorated: boolean;
  invoiceable: boolean;
  regroup_paid_fees: 'invoice' | null;
  min_amount_cents: bigint;
  accepts_target_wallet: boolean;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface ChargeTaxesTable {
  organization_id: string;
  charge_id: string;
  tax_id: string;
}

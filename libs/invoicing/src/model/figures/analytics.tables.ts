import type { Generated } from 'kysely';

/** The figures of a month (of a day for recurring revenue), by issuer and currency. */
interface AnalysedFigure {
  organization_id: string;
  measure: AnalyticsFigure;
  /** Null for uninvoiced fees: their issuer is that of their customer. */
  billing_entity_id: string | null;
  currency: string;
  /** `YYYY-MM-DD`, the first of a month for figures by month. */
  period: string;
  /** Payment status of invoices, code of a metric, kind of subscription fees. */
  label: string;
  /** The number of invoices, notes or fees. */
  number: bigint;
  /** Numeric, cents. */
  amount: string;
}

/** The kind of a figure; the migration of these tables defines each. */
export type AnalyticsFigure = 'invoices' | 'refunds' | 'loose_fees' | 'usage' | 'subscription_fees';

/**
 * Changes of figures by statements, not yet in the totals. The database writes them (`migrations/023-analytics.ts`).
 */
export interface AnalyticsChangesTable extends AnalysedFigure {
  id: Generated<bigint>;
  customer_id: string;
}

/** The first month of an organization whose movements are not stored, `YYYY-MM-DD`. */
export interface MrrProgressTable {
  organization_id: string;
  open_month: string;
}

/** Monthly recurring revenue of a customer at the end of the last closed month; 0 once it had some. */
export interface MrrLevelsTable {
  organization_id: string;
  customer_id: string;
  currency: string;
  amount_cents: bigint;
}

/** Changes of monthly recurring revenue in a closed month; amounts of lost revenue are below 0. */
export interface MrrMovementsTable {
  organization_id: string;
  /** `YYYY-MM-DD`, its first day. */
  month: string;
  currency: string;
  new_amount_cents: bigint;
  reactivation_amount_cents: bigint;
  expansion_amount_cents: bigint;
  contraction_amount_cents: bigint;
  churn_amount_cents: bigint;
}

export type AnalyticsTotalsTable = AnalysedFigure;

/** The totals by customer: of invoices, refunds and uninvoiced fees. */
export interface AnalyticsCustomerTotalsTable extends AnalysedFigure {
  customer_id: string;
}

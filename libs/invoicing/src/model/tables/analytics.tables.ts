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

export type AnalyticsTotalsTable = AnalysedFigure;

/** The totals by customer: of invoices, refunds and uninvoiced fees. */
export interface AnalyticsCustomerTotalsTable extends AnalysedFigure {
  customer_id: string;
}

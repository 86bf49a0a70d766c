import type { Generated } from 'kysely';

/** What is told of: the figures of a month (of a day, where recurring revenue depends on it), by issuer and currency. */
interface AnalysedFigure {
  organization_id: string;
  measure: AnalyticsFigure;
  /** Null for fees that are on no invoice: their issuer is that of their customer. */
  billing_entity_id: string | null;
  currency: string;
  /** `YYYY-MM-DD`, the first of a month where the measure is of months. */
  period: string;
  /** Payment status of invoices, code of a metric, kind of subscription fees. */
  label: string;
  /** How many invoices, notes or fees. */
  number: bigint;
  /** Numeric, cents. */
  amount: string;
}

/** What is counted; the migration that makes these tables says of what. */
export type AnalyticsFigure = 'invoices' | 'refunds' | 'loose_fees' | 'usage' | 'subscription_fees';

/** What statements changed of figures, not yet in the totals. The database writes them (`migrations/023-analytics.ts`). */
export interface AnalyticsChangesTable extends AnalysedFigure {
  id: Generated<bigint>;
  customer_id: string;
}

export type AnalyticsTotalsTable = AnalysedFigure;

/** The totals that are asked for by customer: of invoices, refunds and loose fees. */
export interface AnalyticsCustomerTotalsTable extends AnalysedFigure {
  customer_id: string;
}

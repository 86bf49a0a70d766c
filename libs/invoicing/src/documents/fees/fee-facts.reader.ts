import { groupBy, isoSecondsOrNull, type TenantTransaction } from '@tollgate/platform';
import { feesByIds, taxesOfFees } from '../../model/fees/fees.repository.js';
import type { StoredProration } from '../../model/fees/fees.tables.js';

/** A fee's data that invoices do not show. */
export interface FeeFacts {
  /** Percent, highest first. */
  taxRates: number[];
  taxCodes: string[];
  /** The period, ISO 8601; commitments have one too. */
  from: string | null;
  to: string | null;
  /** How its units were prorated; null for whole units. */
  proration: StoredProration | null;
}

export type { StoredProration };

/** Fees with their periods and the rates of their taxes, by their ids. */
export async function readFeeFacts(transaction: TenantTransaction, ids: string[]): Promise<Map<string, FeeFacts>> {
  const rows = await feesByIds(transaction, ids);
  const taxes = groupBy(await taxesOfFees(transaction, ids), (tax) => tax.fee_id);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        taxRates: (taxes.get(row.id) ?? []).map((tax) => Number(tax.tax_rate)).sort((one, other) => other - one),
        taxCodes: (taxes.get(row.id) ?? []).map((tax) => tax.tax_code),
        from: isoSecondsOrNull(row.from_datetime),
        to: isoSecondsOrNull(row.to_datetime),
        proration: row.proration,
      },
    ]),
  );
}

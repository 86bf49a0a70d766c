import { bounds, walletFeeTypes, type WalletFeeType } from '@tollgate/contracts';
import { readMetricsByCode } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';

/** What a wallet pays for, as it is stored. */
export interface AppliesTo {
  fee_types: WalletFeeType[];
  billable_metric_ids: string[];
}

const isList = (raw: unknown): raw is unknown[] => Array.isArray(raw) && raw.length <= bounds.items;

const isFeeType = (raw: unknown): raw is WalletFeeType => (walletFeeTypes as readonly unknown[]).includes(raw);

/** Kinds of fees, each once, in the order given; null where one is not known. */
export function readFeeTypes(raw: unknown): WalletFeeType[] | null {
  if (raw === undefined || raw === null) return [];
  if (!isList(raw) || !raw.every(isFeeType)) return null;
  return [...new Set(raw)];
}

/** Metrics by their codes, in that order; null where one is not known. */
export async function readMetricIds(transaction: TenantTransaction, raw: unknown): Promise<string[] | null> {
  if (raw === undefined || raw === null) return [];
  if (!isList(raw) || !raw.every((code) => typeof code === 'string' && !code.includes('\0'))) return null;
  const codes = [...new Set(raw as string[])];
  const metrics = await readMetricsByCode(transaction, codes);
  const ids = codes.flatMap((code) => metrics.get(code)?.id ?? []);
  return ids.length === codes.length ? ids : null;
}

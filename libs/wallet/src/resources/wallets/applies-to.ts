import { bounds, walletFeeTypes, type WalletFeeType } from '@tollgate/contracts';
import { readMetricsByCode } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';

/** The stored restriction on fees that a wallet pays. */
export interface AppliesTo {
  fee_types: WalletFeeType[];
  billable_metric_ids: string[];
}

const isList = (raw: unknown): raw is unknown[] => Array.isArray(raw) && raw.length <= bounds.items;

const isFeeType = (raw: unknown): raw is WalletFeeType => (walletFeeTypes as readonly unknown[]).includes(raw);

/** Reads fee types, each once, in request order; null when one is unknown. */
export function readFeeTypes(raw: unknown): WalletFeeType[] | null {
  if (raw === undefined || raw === null) return [];
  if (!isList(raw) || !raw.every(isFeeType)) return null;
  return [...new Set(raw)];
}

/** Reads the ids of metrics by their codes, in order; null when one is unknown. */
export async function readMetricIds(transaction: TenantTransaction, raw: unknown): Promise<string[] | null> {
  if (raw === undefined || raw === null) return [];
  if (!isList(raw) || !raw.every((code) => typeof code === 'string' && !code.includes('\0'))) return null;
  const codes = [...new Set(raw as string[])];
  const metrics = await readMetricsByCode(transaction, codes);
  const ids = codes.flatMap((code) => metrics.get(code)?.id ?? []);
  return ids.length === codes.length ? ids : null;
}

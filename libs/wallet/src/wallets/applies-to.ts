import { bounds, walletFeeTypes, type WalletFeeType } from '@tollgate/contracts';
import { readMetricsByCode } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';

/** What a wallet pays for, as it is stored. */
export interface AppliesTo {
  fee_types: WalletFeeType[];
  billable_metric_ids: string[];
}

const isList = (given: unknown): given is unknown[] => Array.isArray(given) && given.length <= bounds.items;

const isFeeType = (given: unknown): given is WalletFeeType => (walletFeeTypes as readonly unknown[]).includes(given);

/** Kinds of fees, each once, in the order given; null where one is not known. */
export function readFeeTypes(given: unknown): WalletFeeType[] | null {
  if (given === undefined || given === null) return [];
  if (!isList(given) || !given.every(isFeeType)) return null;
  return [...new Set(given)];
}

/** Metrics by their codes, in that order; null where one is not known. */
export async function readMetricIds(transaction: TenantTransaction, given: unknown): Promise<string[] | null> {
  if (given === undefined || given === null) return [];
  if (!isList(given) || !given.every((code) => typeof code === 'string' && !code.includes('\0'))) return null;
  const codes = [...new Set(given as string[])];
  const metrics = await readMetricsByCode(transaction, codes);
  const ids = codes.flatMap((code) => metrics.get(code)?.id ?? []);
  return ids.length === codes.length ? ids : null;
}

import { readPayableInvoices } from '@tollgate/invoicing/reader';
import type { TenantTransaction } from '@tollgate/platform';
import type { StoredKind } from '../tables/document.tables.js';
import type { FileState } from './drawn-files.repository.js';

/** The file of a document that is valid now. A void is final, so its file does not change again. */
export async function fileStateOf(
  transaction: TenantTransaction,
  { kind, subject_id: id }: { kind: StoredKind; subject_id: string },
): Promise<FileState> {
  if (kind !== 'invoice') return 'issued';
  const [invoice] = await readPayableInvoices(transaction, [id]);
  return invoice?.status === 'voided' ? 'voided' : 'issued';
}

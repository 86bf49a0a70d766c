import type { Instant, TenantTransaction } from '@tollgate/platform';
import { setInvoiceAccountingError, setNoteAccountingError } from '../../model/errors/accounting-errors.repository.js';
import {
  updateAccountingProvider,
  type AccountingProviderRow,
} from '../../model/accounting/accounting-providers.repository.js';
import { lockSync, updateSync, type DueSync } from '../../model/accounting/accounting-syncs.repository.js';
import type { ConnectionRefused, LedgerRefusal } from '../ledger/accounting-system.js';

/** The result of a request: the system's id of the document, and the fingerprint of a contact. */
export interface Stored {
  externalId: string | null;
  digest: string | null;
  /** Whether the system created a contact now. */
  created: boolean;
}

/** Stores that the system has a document. One that became pending again meanwhile stays pending. */
export async function settle(
  transaction: TenantTransaction,
  sync: DueSync,
  { externalId, digest, created }: Stored,
  now: Instant,
): Promise<void> {
  const current = await lockSync(transaction, sync.id);
  if (!current) return;
  const isSame = current.updated_at.getTime() === sync.updated_at.getTime();
  await updateSync(transaction, sync.id, {
    external_id: externalId,
    sent_digest: digest,
    ...(created && current.external_id === null ? { is_ours: true } : {}),
    ...(isSame ? { status: 'done', attempts: 0, error_code: null, error_message: null, updated_at: new Date() } : {}),
  });
  if (sync.error_code !== null && isSame) await showError(transaction, sync, null, now);
  if (created && current.external_id === null)
    await transaction.append(
      'customer.accounting_provider_created',
      sync.customer_id,
      { customer_id: sync.customer_id },
      now,
    );
}

/** Stores that the system refuses a document, shows it there, and publishes it (webhooks, section 20). */
export async function refuse(
  transaction: TenantTransaction,
  { provider, code }: AccountingProviderRow,
  sync: DueSync,
  refusal: LedgerRefusal,
  now: Instant,
): Promise<void> {
  const current = await lockSync(transaction, sync.id);
  // It became pending again meanwhile: that request decides.
  if (!current || current.updated_at.getTime() !== sync.updated_at.getTime()) return;
  await updateSync(transaction, sync.id, {
    status: 'refused',
    external_id: refusal.externalId ?? current.external_id,
    error_code: refusal.code,
    error_message: refusal.message,
    updated_at: new Date(),
  });
  await showError(transaction, sync, refusal, now);
  const payload = {
    customer_id: sync.customer_id,
    document_type: sync.document_type,
    accounting_provider: provider,
    accounting_provider_code: code,
    provider_error: { message: refusal.message, error_code: refusal.code },
  };
  await transaction.append('customer.accounting_provider_error', sync.customer_id, payload, now);
}

/** Customers show errors of their contacts themselves, by the message. */
async function showError(
  transaction: TenantTransaction,
  { document_type: type, document_id: id, parent_document_id: parentId }: DueSync,
  refusal: LedgerRefusal | null,
  now: Instant,
): Promise<void> {
  if (type === 'contact' || type === 'contact_archive') return;
  if (type === 'invoice' || type === 'invoice_void' || type === 'payment') {
    const invoiceId = type === 'payment' ? parentId : id;
    if (invoiceId !== null) await setInvoiceAccountingError(transaction, { invoiceId, type }, refusal, now);
  } else await setNoteAccountingError(transaction, { noteId: id, type }, refusal);
}

/** Repeats a document later. @param code why */
export async function postpone(
  transaction: TenantTransaction,
  sync: DueSync,
  { code, waitMs }: { code: string; waitMs: number },
): Promise<void> {
  const current = await lockSync(transaction, sync.id);
  if (!current || current.updated_at.getTime() !== sync.updated_at.getTime()) return;
  await updateSync(transaction, sync.id, {
    attempts: sync.attempts + 1,
    next_attempt_at: new Date(Date.now() + waitMs),
    error_code: code,
    error_message: '',
  });
}

/** Makes no call to a system for a while. */
export async function rest(
  transaction: TenantTransaction,
  { id }: AccountingProviderRow,
  waitMs: number,
): Promise<void> {
  await updateAccountingProvider(transaction, id, { rests_until: new Date(Date.now() + waitMs) });
}

/** Stores that the system refuses the connection as a whole, and publishes it once for each reason. */
export async function refuseConnection(
  transaction: TenantTransaction,
  { id, provider, code, last_error: before }: AccountingProviderRow,
  refusal: ConnectionRefused,
  now: Instant,
): Promise<void> {
  await updateAccountingProvider(transaction, id, { last_error: refusal.code });
  if (before === refusal.code) return;
  const payload = {
    integration_id: id,
    provider,
    provider_code: code,
    provider_error: { message: refusal.message, error_code: refusal.code },
  };
  await transaction.append('integration.provider_error', id, payload, now);
}

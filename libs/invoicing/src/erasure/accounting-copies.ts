import { sql } from 'kysely';
import type { ErasedStep, Instant, RunningErasure, TenantTransaction } from '@tollgate/platform';
import type { AccountingSyncRow } from '../model/accounting/accounting-syncs.repository.js';
import { enqueueContactArchives } from '../model/accounting/enqueue-accounting-syncs.js';
import { tables } from '../model/invoicing.tables.js';

/**
 * Has connected accounting systems archive the contacts that we created there, and waits for their answers. A contact that the
 * organization linked belongs to it (customers, section 17).
 * @returns null while a system has not answered
 */
export async function archiveContacts(
  transaction: TenantTransaction,
  { subjectId: customerId }: RunningErasure,
  now: Instant,
): Promise<ErasedStep | null> {
  const syncs = await contactSyncs(transaction, customerId);
  // A contact under way may still be created.
  if (syncs.some(({ status }) => status === 'pending')) return null;
  const contacts = syncs.filter((sync) => sync.document_type === 'contact' && sync.external_id !== null);
  const archives = syncs.filter((sync) => sync.document_type === 'contact_archive');
  const ours = contacts.filter((contact) => contact.is_ours && contact.is_shared === false);
  const missing = ours.filter(({ id }) => !archives.some((archive) => archive.parent_id === id));
  if (missing.length > 0) {
    await enqueueContactArchives(transaction, missing, now);
    return null;
  }
  const refused = archives.filter(({ status }) => status === 'refused').length;
  const linked = contacts.length - ours.length;
  return {
    rows: archives.length - refused,
    retained: refused + linked,
    reason: refused > 0 ? 'refused_by_provider' : 'linked_customer',
  };
}

/** The contacts of a customer in connected systems, and their ends. */
const contactSyncs = (
  transaction: TenantTransaction,
  customerId: string,
): Promise<(AccountingSyncRow & { is_shared: unknown })[]> =>
  tables(transaction)
    .selectFrom('invoicing.accounting_syncs as sync')
    .innerJoin('invoicing.accounting_providers as connection', 'connection.id', 'sync.accounting_provider_id')
    .selectAll('sync')
    // Another customer may be linked to the same contact.
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('invoicing.accounting_syncs as other')
            .select('other.id')
            .whereRef('other.accounting_provider_id', '=', 'sync.accounting_provider_id')
            .whereRef('other.external_id', '=', 'sync.external_id')
            .whereRef('other.customer_id', '!=', 'sync.customer_id')
            .where('other.document_type', '=', 'contact'),
        )
        .as('is_shared'),
    )
    .where('sync.organization_id', '=', transaction.organizationId)
    .where('sync.customer_id', '=', customerId)
    .where('sync.document_type', 'in', ['contact', 'contact_archive'])
    .where('connection.deleted_at', 'is', null)
    .execute();

/**
 * Counts the documents of a customer that accounting systems and tax engines have. Laws on books and taxes require the
 * organization to keep them, so they stay there.
 */
export async function countProviderRecords(
  transaction: TenantTransaction,
  { subjectId: customerId }: RunningErasure,
): Promise<ErasedStep> {
  const own = sql`organization_id = ${transaction.organizationId} and customer_id = ${customerId}`;
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from invoicing.accounting_syncs
             where ${own} and document_type in ('invoice', 'credit_note') and external_id is not null)
      + (select count(*) from invoicing.tax_reports
         where ${own} and kind in ('invoice', 'credit_note') and status = 'done'))::int as count
  `.execute(transaction);
  return { rows: 0, retained: rows[0]?.count ?? 0, reason: 'provider_records' };
}

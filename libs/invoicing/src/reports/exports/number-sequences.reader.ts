import { sql, type RawBuilder } from 'kysely';
import type { ChangeColumns } from '@tollgate/contracts';
import {
  latestOf,
  readRankSequences,
  type RankSequence,
  type SequencePlace,
  type TenantTransaction,
} from '@tollgate/platform';
import type { PaperFilters } from './issued-papers.reader.js';
import { restrict } from '../../model/invoices/restriction.repository.js';
import type { InvoiceRestriction } from '../../model/invoices/invoices.repository.js';

const changeColumns: ChangeColumns = ['changed_at', 'updated_at'];

type SequenceFilters = Pick<PaperFilters, 'external_customer_id' | 'billing_entity_codes'>;

/**
 * Reads the sequences of invoice numbers (invoices, section 9.2): those of issuers, and those of customers at an issuer.
 * A customer's ranks go on while its issuer numbers all invoices together. @throws NotFound for an unknown issuer
 */
export async function invoiceSequences(
  transaction: TenantTransaction,
  filters: SequenceFilters,
  place: SequencePlace,
): Promise<{ sequences: RankSequence[]; total: number }> {
  const restriction = await restrict(transaction, filters, undefined);
  const numbered = sql`
    from invoicing.invoices invoice
    where invoice.organization_id = ${transaction.organizationId} and invoice.status in ('finalized', 'voided')
      and ${selected(restriction)}`;
  const ofCustomers = sql`
    select 'customer ' || invoice.billing_entity_id || invoice.customer_id as key, invoice.billing_entity_id,
      invoice.customer_id, null::uuid as invoice_id, invoice.sequential_id as rank, invoice.number, invoice.voided_at,
      ${latestOf('invoice', changeColumns)} as latest, invoice.billing_entity_sequential_id is null as counts
    ${numbered} and invoice.sequential_id is not null`;
  const ofIssuers = sql`
    select 'issuer ' || invoice.billing_entity_id, invoice.billing_entity_id, null::uuid, null::uuid,
      invoice.billing_entity_sequential_id, invoice.number, invoice.voided_at, ${latestOf('invoice', changeColumns)}, true
    ${numbered} and invoice.billing_entity_sequential_id is not null`;
  // One customer has a part of an issuer's numbers: the others are no gaps.
  const ranked = restriction.customerIds ? ofCustomers : sql`${ofCustomers} union all ${ofIssuers}`;
  return readRankSequences(transaction, ranked, place);
}

/** Reads the sequences of credit note numbers, each of an invoice. @throws NotFound for an unknown issuer */
export async function creditNoteSequences(
  transaction: TenantTransaction,
  filters: SequenceFilters,
  place: SequencePlace,
): Promise<{ sequences: RankSequence[]; total: number }> {
  const restriction = await restrict(transaction, filters, undefined);
  const ranked = sql`
    select 'invoice ' || invoice.id as key, invoice.billing_entity_id, invoice.customer_id, invoice.id as invoice_id,
      note.sequential_id as rank, note.number, note.voided_at, ${latestOf('note', changeColumns)} as latest, true as counts
    from invoicing.credit_notes note join invoicing.invoices invoice on invoice.id = note.invoice_id
    where note.organization_id = ${transaction.organizationId} and note.status = 'finalized'
      and ${selected(restriction)}`;
  return readRankSequences(transaction, ranked, place);
}

const selected = ({ customerIds, billingEntityIds }: InvoiceRestriction): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(customerIds ? [sql`invoice.customer_id = any(${customerIds}::uuid[])`] : []),
      ...(billingEntityIds ? [sql`invoice.billing_entity_id = any(${billingEntityIds}::uuid[])`] : []),
    ],
    sql` and `,
  );

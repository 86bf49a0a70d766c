import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  mostListedNumbers,
  numberSequencesKind,
  type Meta,
  type NumberSequence,
  type NumberSequenceFilters,
} from '@tollgate/contracts';
import { readBillingEntities } from '@tollgate/catalog/reader';
import { creditNoteSequences, invoiceSequences, readInvoiceNumbers } from '@tollgate/invoicing/reader';
import { receiptSequences } from '@tollgate/payment/reader';
import {
  Clock,
  CommandBus,
  exportFiltersOf,
  isoSeconds,
  metaOf,
  rowsOfKind,
  serveExports,
  type ExportPage,
  type ExportRequest,
  type RankSequence,
  type SequencePlace,
  type TenantTransaction,
} from '@tollgate/platform';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { DocumentDatabase } from '../document.database.js';
import type { DocumentKind } from '../tables/document.tables.js';

/** Reports which numbers documents have, with gaps and voided ones, for audits. */
@Injectable()
export class NumberSequences implements OnModuleInit {
  constructor(
    private readonly database: DocumentDatabase,
    readonly commands: CommandBus,
    readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    serveExports(this, 'document', [{ name: numberSequencesKind.name, page: (request) => this.page(request) }]);
  }

  /** @throws NotFound for an unknown issuer */
  async list(
    organizationId: string,
    filters: NumberSequenceFilters,
  ): Promise<{ number_sequences: NumberSequence[]; meta: Meta }> {
    const { per_page: limit, page } = filters;
    const { sequences, total } = await this.read(organizationId, filters, { limit, offset: (page - 1) * limit });
    return { number_sequences: sequences, meta: metaOf(filters, total) };
  }

  private async page(request: ExportRequest): Promise<ExportPage> {
    const { limit, after, changed_from: changedFrom, organization_id: organizationId } = request;
    const filters = exportFiltersOf(numberSequencesKind.filters, request);
    const { sequences, ids, total } = await this.read(organizationId, filters, { limit, after, changedFrom });
    const records = sequences.map((sequence) => ({ ...sequence, missing_ranks: rangesOf(sequence.gaps) }));
    return {
      rows: rowsOfKind(numberSequencesKind, records),
      walked: sequences.length,
      next: sequences.length < limit ? null : (ids.at(-1) ?? null),
      total: after === null ? total : null,
    };
  }

  private async read(
    organizationId: string,
    filters: NumberSequenceFilters,
    place: Pick<SequencePlace, 'limit' | 'offset' | 'after' | 'changedFrom'>,
  ): Promise<{ sequences: NumberSequence[]; ids: string[]; total: number }> {
    const kind = filters.document_type ?? 'invoice';
    return this.database.tenant(organizationId, async (transaction) => {
      const { sequences, total } = await readers[kind](transaction, filters, {
        ...place,
        withGaps: filters.with_gaps === true,
        mostListed: mostListedNumbers,
      });
      return { sequences: await present(transaction, kind, sequences), ids: sequences.map(({ id }) => id), total };
    });
  }
}

/** Ranges of missing ranks, as in `3-5 9`. */
const rangesOf = (gaps: NumberSequence['gaps']): string =>
  gaps.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(' ');

const readers: Record<
  DocumentKind,
  (
    transaction: TenantTransaction,
    filters: NumberSequenceFilters,
    place: SequencePlace,
  ) => Promise<{ sequences: RankSequence[]; total: number }>
> = { invoice: invoiceSequences, credit_note: creditNoteSequences, payment_receipt: receiptSequences };

async function present(
  transaction: TenantTransaction,
  kind: DocumentKind,
  sequences: RankSequence[],
): Promise<NumberSequence[]> {
  const entities = await readBillingEntities(transaction);
  const customers = await readExternalCustomerIds(
    transaction,
    sequences.flatMap(({ customer_id: id }) => id ?? []),
  );
  const invoices = await readInvoiceNumbers(
    transaction,
    sequences.flatMap(({ invoice_id: id }) => id ?? []),
  );
  return sequences.map(
    ({ id: _, billing_entity_id: entity, customer_id: customer, invoice_id: invoice, voided, ...figures }) => ({
      document_type: kind,
      numbering: invoice !== null ? 'invoice' : customer !== null ? 'customer' : 'billing_entity',
      billing_entity_code: entity === null ? null : (entities.get(entity)?.code ?? null),
      external_customer_id: customer === null ? null : (customers.get(customer) ?? null),
      invoice_number: invoice === null ? null : (invoices.get(invoice) ?? null),
      ...figures,
      voided: voided.map(({ number, voided_at: at }) => ({ number, voided_at: isoSeconds(new Date(at)) })),
    }),
  );
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload, Message } from '@tollgate/contracts';
import { readBillingEntity } from '@tollgate/catalog/reader';
import { Clock, Jobs, Logger, type Instant, type TenantTransaction } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { findCreditNote } from '../../model/credit-notes/credit-notes.repository.js';
import { feesOfInvoices } from '../../model/fees/fees.repository.js';
import { addInvoiceError } from '../../model/errors/invoice-errors.repository.js';
import { invoicesByIds, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { findTaxRequest } from '../../model/taxes/tax-requests.repository.js';
import { taxProviderById, type TaxProviderRow } from '../../model/taxes/tax-providers.repository.js';
import {
  claimTaxReport,
  enqueueNoteReport,
  enqueueVoidReport,
  postponeTaxReport,
  settleTaxReport,
  type TaxReportRow,
} from '../../model/taxes/tax-reports.repository.js';
import { postponementOf } from '../tax-engines/engine-calls.rules.js';
import { EngineOutages } from '../tax-engines/engine-outages.js';
import { EngineRefusal, EngineUnavailable, type TaxConnection, type TaxDocument } from '../tax-engines/tax-engine.js';
import { taxOfReturn } from '../tax-engines/rounding-lines.rules.js';
import { TaxEngines } from '../tax-engines/tax-engines.service.js';
import { TaxConnections } from '../tax-sources/tax-connections.js';
import { documentOfInvoice, documentOfNote, idOfNote } from '../tax-sources/tax-documents.js';
import { publishRefusal } from './engine-requests.service.js';
import { voidingFailure } from './tax-failure.rules.js';

const parallelJobs = 2;

type VoidingMessage = Message<'invoice.voided' | 'invoice.payment_dispute_lost'>;

/** A report, and the connection and document that it needs. */
interface Prepared {
  connection: TaxConnection;
  /** The document to book, or the booked one of a voided note; null for the void of an invoice. */
  document: TaxDocument | null;
}

/**
 * Reports to the engine that booked an invoice: voids, credit notes, and the booking of estimated invoices (webhooks,
 * section 19). The table holds pending reports; reports of an invoice follow their order.
 */
@Injectable()
export class TaxReports implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly engines: TaxEngines,
    private readonly outages: EngineOutages,
    private readonly connections: TaxConnections,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('tax-reports', (payload) => this.reportAll(payload), parallelJobs);
  }

  /** A voided invoice, or one whose dispute is lost, is void at its engine too. */
  async onVoid(message: VoidingMessage): Promise<void> {
    await this.enqueue(message, message.payload.invoice_id, (transaction) =>
      enqueueVoidReport(transaction, message.payload.invoice_id),
    );
  }

  async onNote(message: Message<'credit_note.created'>): Promise<void> {
    const { credit_note_id: noteId } = message.payload;
    const invoiceId = await this.database.tenant(
      message.organization_id,
      async (transaction) => (await findCreditNote(transaction, noteId))?.invoice_id,
    );
    await this.enqueue(message, invoiceId, (transaction) => enqueueNoteReport(transaction, noteId));
  }

  /** The reconciler queues the job if the process stops before it does. */
  private async enqueue(
    message: Message,
    invoiceId: string | undefined,
    write: (transaction: TenantTransaction) => Promise<boolean>,
  ): Promise<void> {
    const outcome = { isPending: false };
    await this.database.handleOnce(message, async (transaction) => {
      outcome.isPending = await write(transaction);
    });
    if (!outcome.isPending || invoiceId === undefined) return;
    const { id, organization_id, request_id } = message;
    await this.jobs.add('tax-reports', { organization_id, request_id, invoice_id: invoiceId }, { id });
  }

  private async reportAll({
    organization_id: organizationId,
    invoice_id: invoiceId,
  }: JobPayload<'tax-reports'>): Promise<void> {
    for (;;) {
      const report = await this.database.tenant(organizationId, (transaction) =>
        claimTaxReport(transaction, invoiceId),
      );
      if (!report || !(await this.report(report))) return;
    }
  }

  /** @returns whether the next report of the invoice may follow */
  private async report(report: TaxReportRow): Promise<boolean> {
    const { organization_id: organizationId } = report;
    const now = await this.clock.now(organizationId);
    try {
      const prepared = await this.database.tenant(organizationId, (transaction) => this.prepare(transaction, report));
      if (prepared) await this.send(report, prepared);
      const gone = prepared ? null : 'GONE';
      await this.database.tenant(organizationId, (transaction) => settleTaxReport(transaction, report, gone));
      return true;
    } catch (error) {
      if (error instanceof EngineUnavailable) {
        const later = postponementOf(error, report.attempts);
        await this.database.tenant(organizationId, (transaction) => postponeTaxReport(transaction, report, later));
        return false;
      }
      if (!(error instanceof EngineRefusal)) throw error;
      this.logger.error('a tax engine refuses a report', {
        organization_id: organizationId,
        report_id: report.id,
        kind: report.kind,
        code: error.code,
      });
      await this.database.tenant(organizationId, (transaction) => refuse(transaction, report, error, now));
      return true;
    }
  }

  private async send({ kind, document_id: id }: TaxReportRow, { connection, document }: Prepared): Promise<void> {
    const today = new Date().toISOString().slice(0, 10);
    await this.outages.around(connection, async () => {
      if (kind === 'void') await this.engines.void(connection, { bookedAs: id, kind: 'sale' }, today);
      else if (kind === 'credit_note_void')
        await this.engines.void(connection, { bookedAs: idOfNote(id), kind: 'return', booked: document }, today);
      else if (document && document.lines.length > 0) await this.book(connection, document, today);
    });
  }

  /** Books a document, and logs a note whose tax is another one there: the books differ by it. */
  private async book(connection: TaxConnection, document: TaxDocument, today: string): Promise<void> {
    const { taxCents } = await this.engines.book(connection, document, today);
    const expected = taxOfReturn(document);
    if (expected === null || expected === taxCents) return;
    const amounts = { expected: expected.toString(), booked: taxCents.toString() };
    this.logger.warn('a tax engine books another tax than that of the credit note', {
      id: document.bookedAs,
      ...amounts,
    });
  }

  /** Null when the engine is disconnected, or the document does not exist any more. */
  private async prepare(transaction: TenantTransaction, report: TaxReportRow): Promise<Prepared | null> {
    const row = await taxProviderById(transaction, report.tax_provider_id);
    const [invoice] = await invoicesByIds(transaction, [report.invoice_id]);
    if (!row || !invoice) return null;
    const connection = await this.connections.open(transaction, row);
    if (report.kind === 'void') return { connection, document: null };
    const document = await documentOf(transaction, report, { row, invoice });
    return document || report.kind === 'credit_note_void' ? { connection, document } : null;
  }
}

async function documentOf(
  transaction: TenantTransaction,
  { kind, document_id: id }: TaxReportRow,
  { row, invoice }: { row: TaxProviderRow; invoice: InvoiceRow },
): Promise<TaxDocument | null> {
  const billingEntity = await readBillingEntity(transaction, invoice.billing_entity_id);
  const sent = (await findTaxRequest(transaction, invoice.id))?.sent ?? null;
  const common = { invoice, billingEntity, mappings: row.mappings, sent };
  if (kind === 'invoice') {
    const fees = await feesOfInvoices(transaction, [invoice.id]);
    return documentOfInvoice(transaction, { ...common, fees, bookedAs: invoice.id, date: invoice.issuing_date });
  }
  const note = await findCreditNote(transaction, id);
  return note ? documentOfNote(transaction, { ...common, note }) : null;
}

/** The books of the organization do not depend on the report: only its invoice shows why it is missing there. */
async function refuse(
  transaction: TenantTransaction,
  report: TaxReportRow,
  refusal: EngineRefusal,
  now: Instant,
): Promise<void> {
  await settleTaxReport(transaction, report, refusal.code);
  if (report.kind === 'void') await addInvoiceError(transaction, report.invoice_id, voidingFailure(refusal), now);
  await publishRefusal(transaction, report.customer_id, refusal, now);
}

import { Injectable } from '@nestjs/common';
import { readBillingEntity } from '@tollgate/catalog/reader';
import { Clock, Logger, type Instant, type TenantTransaction } from '@tollgate/platform';
import { readCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { feesOfInvoices, type FeeRow } from '../../model/fees/fees.repository.js';
import { recordInvoiceError } from '../../model/errors/invoice-errors.repository.js';
import { billingPeriodsOf, lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { findConnectionOf } from '../../model/taxes/tax-providers.repository.js';
import {
  answeredInvoicesOf,
  answerTaxRequest,
  claimTaxRequests,
  findTaxRequest,
  postponeTaxRequest,
  settleTaxRequest,
  type TaxRequestRow,
} from '../../model/taxes/tax-requests.repository.js';
import { markFailed } from '../invoice-writing/failed-invoice.writer.js';
import { finalDates } from '../invoice-writing/final-dates.js';
import { postponementOf } from '../tax-engines/engine-calls.rules.js';
import { EngineOutages } from '../tax-engines/engine-outages.js';
import { engineTaxesOf } from '../tax-engines/engine-taxes.rules.js';
import { EngineRefusal, EngineUnavailable, type TaxConnection, type TaxDocument } from '../tax-engines/tax-engine.js';
import { TaxEngines } from '../tax-engines/tax-engines.service.js';
import { TaxConnections } from '../tax-sources/tax-connections.js';
import { documentOfInvoice, sentOf, taxableAmountOf } from '../tax-sources/tax-documents.js';
import { closeWaitingInvoice } from '../waiting-starts/waiting-invoice.writer.js';
import { sendClaimed } from './claimed-requests.js';
import { taxDraft } from './draft-taxes.writer.js';
import { taxFailure } from './tax-failure.rules.js';

/** The request to an engine about an invoice, with its connection. */
interface EngineRequest {
  connection: TaxConnection;
  document: TaxDocument;
  fees: FeeRow[];
}

const open: readonly InvoiceRow['status'][] = ['draft', 'pending', 'open'];

/**
 * Requests the taxes of a customer's invoices and drafts from tax engines (webhooks, section 19). No transaction is open
 * while an engine answers. The answer is stored, and the invoice gets it afterwards. Every step may be repeated.
 */
@Injectable()
export class EngineRequests {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly engines: TaxEngines,
    private readonly outages: EngineOutages,
    private readonly connections: TaxConnections,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Requests the taxes of all due invoices of a customer, oldest first, and taxes its drafts. One fault blocks no other. */
  async requestAll(organizationId: string, customerId: string): Promise<void> {
    await sendClaimed({
      claim: () => this.database.tenant(organizationId, (transaction) => claimTaxRequests(transaction, customerId)),
      send: (request) => this.send(request),
      onFault: ({ organization_id, invoice_id }, error) =>
        this.logger.error('a request to a tax engine was not sent; it stays due', {
          organization_id,
          invoice_id,
          error,
        }),
    });
    await this.applyAnswers(organizationId, customerId);
  }

  private async send(request: TaxRequestRow): Promise<void> {
    const { organization_id: organizationId, invoice_id: invoiceId } = request;
    const now = await this.clock.now(organizationId);
    try {
      const prepared = await this.database.tenant(organizationId, (transaction) =>
        this.requestOf(transaction, request, now),
      );
      if (!prepared) return;
      const { connection, document, fees } = prepared;
      const taxes = await this.taxesOf(prepared);
      const booked = document.bookedAs !== null && fees.length > 0;
      const answer = { taxProviderId: connection.id, booked, taxes, sent: sentOf(document) };
      await this.database.tenant(organizationId, (transaction) => answerTaxRequest(transaction, request, answer));
    } catch (error) {
      if (error instanceof EngineUnavailable) {
        const later = postponementOf(error, request.attempts);
        if (later.code !== null)
          this.logger.warn('a tax engine does not answer; its request is repeated', {
            organization_id: organizationId,
            invoice_id: invoiceId,
            code: later.code,
          });
        await this.database.tenant(organizationId, (transaction) => postponeTaxRequest(transaction, request, later));
      } else if (error instanceof EngineRefusal)
        await this.database.tenant(organizationId, (transaction) => refuse(transaction, request, error, now));
      else throw error;
    }
  }

  /** An invoice without fees has no taxes. */
  private async taxesOf({ connection, document, fees }: EngineRequest) {
    if (fees.length === 0) return [];
    const today = new Date().toISOString().slice(0, 10);
    const answer = await this.outages.around(connection, () => this.engines.taxesOf(connection, document, today));
    return engineTaxesOf(answer, fees.map(taxableAmountOf));
  }

  /**
   * Drafts and invoices of waiting starts are estimated, others booked under their id (webhooks, section 19). Null if
   * no request is pending any more. @throws EngineUnavailable without a connection
   */
  private async requestOf(
    transaction: TenantTransaction,
    { invoice_id: id }: TaxRequestRow,
    now: Instant,
  ): Promise<EngineRequest | null> {
    const invoice = await lockInvoice(transaction, id);
    const customer = invoice && (await readCustomerView(transaction, invoice.customer_id));
    if (!invoice || !customer?.taxEngine || (invoice.status !== 'draft' && !invoice.awaits_taxes)) {
      await settleTaxRequest(transaction, id, null);
      return null;
    }
    const row = await findConnectionOf(transaction, customer.taxEngine);
    if (!row) throw new EngineUnavailable('NOT_CONNECTED');
    const fees = await feesOfInvoices(transaction, [id]);
    const isFinal = invoice.status === 'pending' && !invoice.awaits_payment;
    const document = await documentOfInvoice(transaction, {
      invoice,
      fees,
      billingEntity: await readBillingEntity(transaction, invoice.billing_entity_id),
      mappings: row.mappings,
      bookedAs: isFinal ? id : null,
      sent: null,
      date: isFinal ? await finalDateOf(transaction, invoice, customer, now) : invoice.issuing_date,
    });
    return { connection: await this.connections.open(transaction, row), document, fees };
  }

  private async applyAnswers(organizationId: string, customerId: string): Promise<void> {
    const answered = await this.database.tenant(organizationId, (transaction) =>
      answeredInvoicesOf(transaction, customerId),
    );
    const now = await this.clock.now(organizationId);
    for (const { id, status } of answered)
      await this.database.tenant(organizationId, async (transaction) => {
        if (status === 'draft') await taxDraft(transaction, id, now);
        // It was deleted, or failed for another reason.
        else if (!open.includes(status)) await settleTaxRequest(transaction, id, null);
      });
  }
}

/** The issuing date that the invoice has when it becomes final now. */
async function finalDateOf(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  customer: CustomerView,
  now: Instant,
): Promise<string> {
  const periods = await billingPeriodsOf(transaction, [invoice.id]);
  const periodic = periods.some(({ invoicing_reason: reason }) => reason === 'subscription_periodic');
  return finalDates({ written: invoice, periodic, customer, now }).issuing_date;
}

/**
 * Fails an invoice that its engine refuses to tax; a draft remains one (webhooks, section 19). A start that waits for
 * its payment fails with its invoice.
 */
async function refuse(
  transaction: TenantTransaction,
  request: TaxRequestRow,
  refusal: EngineRefusal,
  now: Instant,
): Promise<void> {
  const invoice = await lockInvoice(transaction, request.invoice_id);
  const current = await findTaxRequest(transaction, request.invoice_id);
  // Its fees were computed again meanwhile: that request decides.
  if (!invoice || current?.updated_at.getTime() !== request.updated_at.getTime()) return;
  await settleTaxRequest(transaction, invoice.id, refusal.code);
  const failure = taxFailure(refusal);
  if (invoice.status === 'draft') {
    await recordInvoiceError(transaction, invoice, failure, now);
    await transaction.append('invoice.ready_to_finalize', invoice.customer_id, { invoice_id: invoice.id }, now);
  } else if (invoice.awaits_payment) await closeWaitingInvoice(transaction, invoice, 'payment_failed', now);
  else if (invoice.awaits_taxes) await markFailed(transaction, invoice, 'pending', failure, now);
  await publishRefusal(transaction, invoice.customer_id, refusal, now);
}

/** Publishes the refusal for the customer, unless its engine was disconnected meanwhile. */
export async function publishRefusal(
  transaction: TenantTransaction,
  customerId: string,
  { code, message }: EngineRefusal,
  now: Instant,
): Promise<void> {
  const { taxEngine } = await readCustomerView(transaction, customerId);
  if (!taxEngine) return;
  const payload = {
    customer_id: customerId,
    tax_provider: taxEngine.engine,
    tax_provider_code: taxEngine.code,
    provider_error: { message, error_code: code },
  };
  await transaction.append('customer.tax_provider_error', customerId, payload, now);
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload, Message } from '@tollgate/contracts';
import { Clock, Jobs, Logger, newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { readCustomerView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { markFailed } from '../invoice-writing/failed-invoice.writer.js';
import { taxInvoice } from '../invoice-writing/untaxed-invoice.writer.js';
import { CreditReservations } from '../prepaid-credits/credit-reservations.service.js';
import { closeWaitingInvoice } from '../waiting-starts/waiting-invoice.writer.js';
import { releaseDrafts } from '../../model/invoices/draft-marks.repository.js';
import { failureOf, type Failure } from '../../model/errors/failure.rules.js';
import { recordInvoiceError } from '../../model/errors/invoice-errors.repository.js';
import { lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { settleTaxRequest } from '../../model/taxes/tax-requests.repository.js';
import { untaxedInvoicesOf } from '../../model/taxes/untaxed-fees.repository.js';
import { taxSourceOf } from '../tax-sources/tax-sources.js';
import { EngineRequests } from './engine-requests.service.js';
import { UninvoicedFeeTaxes } from './uninvoiced-fee-taxes.service.js';

const parallelJobs = 2;

/** Messages after which the pending taxes of a customer may be known. */
type CustomerMessage = 'customer.vies_check' | 'customer.updated' | 'customer.deleted';

type RetriedInvoice = Pick<InvoiceRow, 'id' | 'organization_id' | 'customer_id'>;

/** Finalizes invoices that waited for the taxes of their customer once these are known (invoices, section 4.5). */
@Injectable()
export class UntaxedInvoices implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly engineRequests: EngineRequests,
    private readonly uninvoicedFees: UninvoicedFeeTaxes,
    private readonly creditReservations: CreditReservations,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('invoice-taxes', (payload) => this.taxAll(payload), parallelJobs);
  }

  /**
   * Queues a job after a message that may end a customer's wait. The caller marks the message as handled afterwards, so
   * a repetition queues the job under the same id.
   */
  async wake({ id, organization_id, request_id, payload }: Message<CustomerMessage>): Promise<void> {
    const { customer_id } = payload;
    const waiting = await this.database.tenant(organization_id, (transaction) =>
      untaxedInvoicesOf(transaction, customer_id),
    );
    if (waiting.length > 0)
      await this.jobs.add(
        'invoice-taxes',
        { organization_id, request_id, customer_id },
        { id: `${customer_id}-${id}` },
      );
  }

  /** Queues a job for requests to a tax engine, under one id however often its message comes. */
  async requestTaxes({
    id,
    organization_id,
    request_id,
    payload,
  }: Message<'invoice.taxes_requested' | 'fee.taxes_requested'>): Promise<void> {
    const { customer_id } = payload;
    await this.jobs.add('invoice-taxes', { organization_id, request_id, customer_id }, { id: `${customer_id}-${id}` });
  }

  /** Requests another attempt at the taxes of a failed invoice. */
  async retry({ id, organization_id, customer_id }: RetriedInvoice): Promise<void> {
    await this.jobs.add(
      'invoice-taxes',
      { organization_id, request_id: null, customer_id },
      { id: `${id}-${newId()}` },
    );
  }

  /**
   * Calls the customer's tax engine, and finalizes the invoices with known taxes, oldest first: numbers and credits
   * follow that order. A faulty invoice blocks no other: it fails with the reason, or remains pending for a retry.
   * Withheld drafts become due. A repeated run finds no invoice.
   */
  private async taxAll({
    organization_id: organizationId,
    customer_id: customerId,
  }: JobPayload<'invoice-taxes'>): Promise<void> {
    await this.engineRequests.requestAll(organizationId, customerId);
    await this.uninvoicedFees.requestAll(organizationId, customerId);
    const waiting = await this.database.tenant(organizationId, (transaction) => taxable(transaction, customerId));
    const errors: unknown[] = [];
    for (const id of waiting) {
      try {
        await this.tax(organizationId, id);
      } catch (error) {
        this.logger.error('an invoice whose taxes are known is not final', {
          organization_id: organizationId,
          invoice_id: id,
          error,
        });
        errors.push(error);
      }
    }
    const now = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, (transaction) => releaseDrafts(transaction, customerId, now));
    if (errors.length > 0) throw errors[0];
  }

  private async tax(organizationId: string, id: string): Promise<void> {
    const now = await this.clock.now(organizationId);
    try {
      await this.creditReservations.runWithReservedCredits(organizationId, async (transaction, credits) => {
        const invoice = await lockInvoice(transaction, id);
        if (!invoice?.awaits_taxes) return;
        await taxInvoice(transaction, invoice, credits, now);
        await recordInvoiceError(transaction, invoice, null, now);
      });
    } catch (error) {
      const failure = failureOf(error);
      if (!failure?.permanent) throw error;
      this.logger.error('invoice failed', {
        organization_id: organizationId,
        invoice_id: id,
        code: failure.code,
        error,
      });
      await this.database.tenant(organizationId, (transaction) => fail(transaction, id, failure, now));
    }
  }
}

/**
 * The waiting invoices of a customer whose taxes may be known, oldest first. One read decides for all of them: if a
 * check of the VAT number ended between two, the later one would take the earlier number.
 */
async function taxable(transaction: TenantTransaction, customerId: string): Promise<string[]> {
  const customer = await readCustomerView(transaction, customerId);
  return taxSourceOf(customer).isPendingForAll(customer) ? [] : untaxedInvoicesOf(transaction, customerId);
}

/**
 * Retains its fees and their taxation, so that a retry can tax it again (invoices, section 9.10). A start that waits
 * for its payment fails with its invoice.
 */
async function fail(transaction: TenantTransaction, id: string, failure: Failure, now: Instant): Promise<void> {
  const invoice = await lockInvoice(transaction, id);
  if (!invoice?.awaits_taxes) return;
  // A retry repeats the request to a tax engine.
  await settleTaxRequest(transaction, id, failure.code);
  if (invoice.awaits_payment) await closeWaitingInvoice(transaction, invoice, 'payment_failed', now);
  else await markFailed(transaction, invoice, 'pending', failure, now);
}

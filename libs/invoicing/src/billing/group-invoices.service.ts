import { Injectable } from '@nestjs/common';
import { readBillingEntity } from '@tollgate/catalog/reader';
import {
  mapConcurrent,
  brokenUniqueIndex,
  byBytes,
  isDatabaseUnavailable,
  Logger,
  Metrics,
  Unavailable,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import {
  writeUninvoicedRenewals,
  type UninvoicedRenewal,
  type RenewedSubscription,
} from '../in-advance/renewals.service.js';
import type { InvoiceGroup } from '../issuing/billing-preparation.js';
import { writeFailedInvoice } from '../issuing/failed-invoice.writer.js';
import type { InvoiceToWrite } from '../issuing/invoice-to-write.js';
import { writeInvoices } from '../issuing/invoice.writer.js';
import type { NewFee } from '../line-items/new-invoice.js';
import type { CreditTaking } from '../prepaid-credits/credit-taking.js';
import { CreditsFirst } from '../prepaid-credits/credit-reservations.service.js';
import { failureOf } from '../repositories/failure.rules.js';
import { currencyOf, InvoiceLines } from './invoice-lines.service.js';

/** Lines that one transaction writes; an invoice with more is written alone. */
const mostLines = 5_000;

/** An invoice that a run asks for. */
export interface WantedInvoice {
  group: InvoiceGroup;
  /** Billing instant and the organization's present time, Unix milliseconds. */
  at: Instant;
  now: Instant;
  /** Whether what fails for a reason that nobody foresaw is not tried again. */
  last: boolean;
  /** Whether what its customer was not billed for is measured behind the run. */
  measured: boolean;
}

/** The same with all that stands on it, and what goes with it. */
interface RatedInvoice {
  wanted: WantedInvoice;
  lines: NewFee[];
  uninvoiced: { renewed: RenewedSubscription; renewals: UninvoicedRenewal[] }[];
}

/** Invoices that are to be tried again, each with its error. */
type ToRetry = Map<WantedInvoice, unknown>;

/**
 * Makes the invoices of groups in sets: those of one transaction share their statements. One that cannot be made is set
 * aside as failed and holds up no other.
 */
@Injectable()
export class GroupInvoices {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly lines: InvoiceLines,
    private readonly creditsFirst: CreditsFirst,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /** @param all of different customers @returns what is to be tried again, when all else is done */
  async make(organizationId: string, all: WantedInvoice[]): Promise<ReadonlyMap<WantedInvoice, unknown>> {
    const failed: ToRetry = new Map();
    const rated = await Promise.all(
      all.map((wanted) =>
        this.rate(organizationId, wanted).catch((error: unknown) =>
          this.failed(organizationId, wanted, error, failed).then(() => []),
        ),
      ),
    );
    for (const some of byBytes(rated.flat(), mostLines, ({ lines }) => lines.length))
      await this.write(organizationId, some, failed);
    return failed;
  }

  private async rate(organizationId: string, wanted: WantedInvoice): Promise<RatedInvoice[]> {
    const { group, at } = wanted;
    const uninvoiced = await this.lines.uninvoicedRenewals(organizationId, group, at);
    const renewals = uninvoiced.flatMap((each) => each.renewals.flatMap(({ lines: made }) => made));
    const lines = await this.lines.of(organizationId, group, at, { uninvoiced: renewals, replaced: null });
    return [{ wanted, lines, uninvoiced }];
  }

  /** Writes invoices in one transaction; where that fails in halves, until the one that is to blame is alone. */
  private async write(organizationId: string, invoices: RatedInvoice[], failed: ToRetry): Promise<void> {
    const [first] = invoices;
    if (!first) return;
    const measured = invoices.filter(({ wanted }) => wanted.measured).map(({ wanted }) => wanted.group.customer.id);
    try {
      await this.creditsFirst.tenant(
        organizationId,
        (transaction, credits) => writeTogether(transaction, organizationId, invoices, credits),
        new Set(measured),
      );
    } catch (error) {
      if (invoices.length === 1) return this.failed(organizationId, first.wanted, error, failed);
      // What is away is away for each of them.
      if (error instanceof Unavailable || isDatabaseUnavailable(error)) {
        for (const { wanted } of invoices) failed.set(wanted, error);
        return;
      }
      this.logger.info('invoices are written in halves', {
        organization_id: organizationId,
        invoices: invoices.length,
        error,
      });
      const half = Math.ceil(invoices.length / 2);
      await this.write(organizationId, invoices.slice(0, half), failed);
      await this.write(organizationId, invoices.slice(half), failed);
      return;
    }
    for (const { wanted } of invoices)
      for (const { reason } of wanted.group.subscriptions) this.metrics.invoicesCreated.inc({ reason });
  }

  /** What becomes of an invoice that cannot be made. */
  private async failed(organizationId: string, wanted: WantedInvoice, error: unknown, failed: ToRetry): Promise<void> {
    const { group } = wanted;
    // Somebody else billed the same in the meantime: then it is billed.
    if (isBilledAlready(error)) return this.logger.info('billed already', { customer_id: group.customer.id });
    try {
      await this.setAside(organizationId, wanted, error);
    } catch (again) {
      failed.set(wanted, again);
    }
  }

  /** Keeps an invoice that cannot be made as failed. @throws the error of what is to be tried again */
  private async setAside(
    organizationId: string,
    { group, at, now, last }: WantedInvoice,
    error: unknown,
  ): Promise<void> {
    const failure = failureOf(error);
    if (!failure || !(failure.permanent || last)) throw error;
    const currency = currencyOf(group);
    try {
      const id = await this.database.tenant(organizationId, (transaction) =>
        writeFailedInvoice(transaction, { organizationId, group, currency, failure, at, now }),
      );
      this.logger.error('invoice failed', {
        invoice_id: id,
        customer_id: group.customer.id,
        code: failure.code,
        error,
      });
    } catch (again) {
      if (!isBilledAlready(again)) throw again;
      this.logger.info('billed already', { customer_id: group.customer.id });
    }
  }
}

async function writeTogether(
  transaction: TenantTransaction,
  organizationId: string,
  invoices: RatedInvoice[],
  credits: CreditTaking,
): Promise<void> {
  const toWrite = await mapConcurrent(invoices, async ({ wanted: { group, at, now }, lines }): Promise<InvoiceToWrite> => {
    const own = group.customer.billingEntity;
    const billingEntity =
      own.id === group.billingEntityId ? own : await readBillingEntity(transaction, group.billingEntityId);
    return { organizationId, ...group, billingEntity, currency: currencyOf(group), lines, credits, at, now };
  });
  await writeInvoices(transaction, toWrite, credits);
  for (const { wanted, uninvoiced } of invoices)
    for (const { renewed, renewals } of uninvoiced)
      await writeUninvoicedRenewals(transaction, renewed, renewals, wanted.now);
}

/** The same was billed meanwhile: its periods are there, or, where wallets pay, the invoice that they gave its id. */
const isBilledAlready = (error: unknown): boolean => {
  const index = brokenUniqueIndex(error);
  return index !== null && (index.startsWith('billing_periods_once') || index === 'invoices_pkey');
};

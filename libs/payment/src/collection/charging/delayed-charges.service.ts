import { Injectable } from '@nestjs/common';
import type { DueInstant, Message } from '@tollgate/contracts';
import { Logger, mapConcurrent, sumOf, Passes, type Instant, type TenantTransaction } from '@tollgate/platform';
import { readSalesByHand } from '@tollgate/wallet/reader';
import { PaymentDatabase } from '../../payment.database.js';
import {
  delayCharges,
  dueCharges,
  nextDelayedCharge,
  organizationsWithDueCharges,
  postponeCharge,
  takeDelayedCharges,
  usesHostedCheckout,
} from '../../model/charges/delayed-charges.repository.js';
import { begin, ChargesService } from './charges.service.js';

/** The customer of an organization with payment pages may pay on one first (webhooks, section 10.2). */
const delayMs = 10 * 60_000;
const begunAtOnce = 100;
const mostOrganizations = 1_000;

type Issued = Message<'invoice.created' | 'invoice.one_off_created' | 'invoice.credits_billed' | 'invoice.opened'>;

/**
 * Delays the first charges of an organization that has ever opened a payment page, in the caller's transaction. Starts
 * that wait for a payment and automatic top-ups are charged at once.
 * @returns the invoices to charge now
 */
export async function delayFirstCharges(transaction: TenantTransaction, issued: Issued[]): Promise<Issued[]> {
  if (issued.length === 0 || !(await usesHostedCheckout(transaction))) return issued;
  const saleOf = ({ payload }: Issued) => ('wallet_transaction_id' in payload ? payload.wallet_transaction_id : null);
  const byHand = await readSalesByHand(
    transaction,
    issued.flatMap((one) => saleOf(one) ?? []),
  );
  const waits = (one: Issued) => {
    const sale = saleOf(one);
    return sale === null ? one.type !== 'invoice.opened' : byHand.has(sale);
  };
  const charges = issued.filter(waits).map(({ payload, occurred_at: at }) => ({
    invoiceId: payload.invoice_id,
    at: Date.parse(at) + delayMs,
  }));
  await delayCharges(transaction, charges);
  return issued.filter((one) => !waits(one));
}

/** First charges whose delay is over, by the clock of their organization. */
@Injectable()
export class DelayedCharges {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly charges: ChargesService,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.database.tenant(organizationId, nextDelayedCharge);
    return at === null ? [] : [{ phase: 'charge', at }];
  }

  /**
   * Begins due charges of invoices without a payment at a provider by then, for what is due.
   * @param organizationId null: all organizations with due charges @param until Unix ms @returns their number
   */
  async run(organizationId: string | null, until: Instant): Promise<number> {
    if (organizationId !== null) return this.runOrganization(organizationId, until);
    const ids = await this.database.everyTenant((transaction) =>
      organizationsWithDueCharges(transaction, until, mostOrganizations),
    );
    const done = await this.passes.each(
      {
        name: 'delayed-charges',
        failure: 'delayed payments were not begun; they stay due',
        about: (id) => ({ organization_id: id }),
      },
      ids,
      (id) => this.runOrganization(id, until),
    );
    return sumOf(done);
  }

  private async runOrganization(organizationId: string, until: Instant): Promise<number> {
    for (let done = 0; ;) {
      const ids = await this.database.tenant(organizationId, (transaction) =>
        dueCharges(transaction, until, begunAtOnce),
      );
      done += ids.length;
      await this.beginAll(organizationId, ids).catch(async () => {
        for (const id of ids) await this.beginAlone(organizationId, id, until);
      });
      if (ids.length < begunAtOnce) return done;
    }
  }

  private async beginAll(organizationId: string, ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const results = await this.database.tenant(organizationId, async (transaction) =>
      mapConcurrent(await takeDelayedCharges(transaction, ids), ({ invoiceId, at }) =>
        begin(transaction, { type: 'Invoice', id: invoiceId, method: null }, at),
      ),
    );
    for (const result of results)
      if (typeof result === 'object') await this.charges.queue(organizationId, result.paymentId);
  }

  /** A charge that cannot begin blocks no other: it waits once more. */
  private async beginAlone(organizationId: string, id: string, now: Instant): Promise<void> {
    await this.beginAll(organizationId, [id]).catch(async (error: unknown) => {
      this.logger.error('a delayed payment was not started; it is retried', {
        organization_id: organizationId,
        invoice_id: id,
        error,
      });
      await this.database.tenant(organizationId, (transaction) => postponeCharge(transaction, id, now + delayMs));
    });
  }
}

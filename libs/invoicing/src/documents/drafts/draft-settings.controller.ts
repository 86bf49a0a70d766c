import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Clock, Jobs, OnMessage, type TenantTransaction } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { UntaxedInvoices } from '../../issuing/pending-taxes/untaxed-invoices.service.js';
import { chosenDrafts, markDrafts, type DraftChoice } from '../../model/invoices/draft-marks.repository.js';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { moveDrafts } from './draft-dates.writer.js';

const hour = 3_600_000;
const draftsAtOnce = 200;

/** Applies the settings of customers and issuers to drafts (invoices, section 9.6). */
@Controller()
export class DraftSettingsController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly untaxed: UntaxedInvoices,
  ) {}

  /**
   * Moves dates by the new settings, and finalizes due drafts at once. Taxes may change as well, or a removed VAT
   * number may end the wait for them.
   */
  @OnMessage('customer.updated', 'invoicing')
  async onCustomerUpdated(@Payload() message: Message<'customer.updated'>): Promise<void> {
    const { organization_id, request_id, payload } = message;
    const now = await this.clock.now(organization_id);
    const choice = { customerId: payload.customer_id };
    const moved = await this.database.tenant(organization_id, async (transaction) =>
      moveDrafts(transaction, await lockDrafts(transaction, choice), { now, dueAt: now, takesTerm: false }),
    );
    // Queues the jobs before it marks the message as handled: after an interruption it queues them again under the same
    // ids.
    for (const { id } of moved.filter(({ finalizeAt }) => finalizeAt.getTime() <= now))
      await this.jobs.add('invoice-finalization', { organization_id, request_id, invoice_id: id }, { id });
    await this.untaxed.wake(message);
    await this.database.handleOnce(message, (transaction) => markDrafts(transaction, choice, now));
  }

  /** Moves dates by the issuer's settings in batches; due drafts become final at the next full hour. */
  @OnMessage('billing_entity.updated', 'invoicing')
  async onIssuerUpdated(@Payload() message: Message<'billing_entity.updated'>): Promise<void> {
    const { organization_id: organizationId, payload } = message;
    const now = await this.clock.now(organizationId);
    const move = { now, dueAt: (Math.floor(now / hour) + 1) * hour, takesTerm: true };
    const choice = { billingEntityId: payload.billing_entity_id };
    let last: string | null = null;
    do {
      const after: string | null = last;
      // A repetition after an interruption leaves moved drafts unchanged.
      last = await this.database.tenant(organizationId, async (transaction) => {
        const drafts = await lockDrafts(transaction, choice, { after, limit: draftsAtOnce });
        await moveDrafts(transaction, drafts, move);
        return drafts.length < draftsAtOnce ? null : (drafts.at(-1)?.id ?? null);
      });
    } while (last !== null);
    await this.database.handleOnce(message, (transaction) => markDrafts(transaction, choice, now));
  }
}

/** Locks selected drafts until the transaction ends; a page of them, or all. */
async function lockDrafts(
  transaction: TenantTransaction,
  choice: DraftChoice,
  page?: { after: string | null; limit: number },
): Promise<InvoiceRow[]> {
  let chosen = chosenDrafts(transaction, choice);
  if (page?.after) chosen = chosen.where('id', '>', page.after);
  if (page) chosen = chosen.limit(page.limit);
  return tables(transaction)
    .selectFrom('invoicing.invoices')
    .selectAll()
    .where('id', 'in', chosen)
    .where('status', '=', 'draft')
    .orderBy('id')
    .forUpdate()
    .execute();
}

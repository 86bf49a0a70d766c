import { Injectable } from '@nestjs/common';
import type { DeletedInvoice, SingleInvoice } from '@tollgate/contracts';
import { Clock, isId, NotAllowed, NotFound, type TenantTransaction, type Instant } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentInvoice } from '../invoices/invoice.presenter.js';
import { recordInvoicesChanged } from '../../model/invoices/invoice-changes.js';
import { findInvoice, lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { isDisputable, recordLostDispute } from './lost-disputes.writer.js';

/** Changes invoices beyond payments: deletes drafts and records lost disputes (invoices, sections 9.9 and 9.10). */
@Injectable()
export class InvoiceChangesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes a draft with its draft notes; nothing bills its periods again by itself. @throws NotFound, NotAllowed
   * `not_deletable`
   */
  async remove(organizationId: string, id: string): Promise<DeletedInvoice> {
    return this.change(organizationId, id, async (transaction, invoice, now) => {
      if (invoice.status !== 'draft') throw new NotAllowed('not_deletable');
      await deleteDraft(transaction, id, now);
      await recordInvoicesChanged(transaction, invoice.customer_id, now);
      await transaction.append('invoice.deleted', invoice.customer_id, { invoice_id: id }, now);
      const deleted = await presentInvoice(transaction, { ...invoice, status: 'deleted' }, now);
      return { ...deleted, status: 'deleted' };
    });
  }

  /** @throws NotFound, NotAllowed `not_disputable` */
  async loseDispute(organizationId: string, id: string): Promise<SingleInvoice> {
    return this.change(organizationId, id, async (transaction, invoice, now) => {
      if (!isDisputable(invoice)) throw new NotAllowed('not_disputable');
      await recordLostDispute(transaction, invoice, {}, now);
      return presentInvoice(transaction, (await findInvoice(transaction, id)) as InvoiceRow, now);
    });
  }

  private async change<T>(
    organizationId: string,
    id: string,
    work: (transaction: TenantTransaction, invoice: InvoiceRow, now: Instant) => Promise<T>,
  ): Promise<T> {
    if (!isId(id)) throw new NotFound('invoice');
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      if (!(await findInvoice(transaction, id))) throw new NotFound('invoice');
      const invoice = await lockInvoice(transaction, id);
      // A concurrent call may have deleted it during the wait for the lock.
      if (!invoice || invoice.status === 'deleted') throw new NotFound('invoice');
      return work(transaction, invoice, now);
    });
  }
}

async function deleteDraft(transaction: TenantTransaction, id: string, now: Instant): Promise<void> {
  const at = new Date(now);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ status: 'deleted', finalize_at: null, refresh_at: null, updated_at: at })
    .where('id', '=', id)
    .execute();
  await tables(transaction)
    .updateTable('invoicing.fees')
    .set({ deleted_at: at })
    .where('invoice_id', '=', id)
    .execute();
  await tables(transaction)
    .updateTable('invoicing.credit_notes')
    .set({ status: 'deleted', updated_at: at })
    .where('invoice_id', '=', id)
    .where('status', '=', 'draft')
    .execute();
}

import { Injectable } from '@nestjs/common';
import type { CreditNote, Invoice, PaymentReceipt } from '@tollgate/contracts';
import { findCreditNoteResource, readInvoiceResources } from '@tollgate/invoicing/reader';
import { readPaymentReceiptResources } from '@tollgate/payment/reader';
import { Clock, isId, NotFound, pageAddress, signedAddress } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { DocumentsService, type DocumentFiles } from '../issued-documents/documents.service.js';

/** Returns the addresses of document files; issues a missing document. */
@Injectable()
export class DownloadsService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly documents: DocumentsService,
  ) {}

  /**
   * Final invoices only.
   * @param customerId its customer, for a call of the portal
   * @throws NotFound
   */
  async invoice(organizationId: string, id: string, customerId?: string): Promise<Invoice & { status: 'finalized' }> {
    if (!isId(id)) throw new NotFound('invoice');
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const invoice = (await readInvoiceResources(transaction, [id])).get(id);
      if (invoice?.status !== 'finalized') throw new NotFound('invoice');
      if (customerId !== undefined && invoice.customer.svc_id !== customerId) throw new NotFound('invoice');
      const files = await this.documents.issue(transaction, 'invoice', id, now);
      return { ...invoice, status: invoice.status, ...addressesOf(files), web_url: pageAddress(files.file) };
    });
  }

  /** @param customerId its customer, for a call of the portal. @throws NotFound */
  async creditNote(organizationId: string, id: string, customerId?: string): Promise<CreditNote> {
    if (!isId(id)) throw new NotFound('credit_note');
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const note = await findCreditNoteResource(transaction, id);
      if (!note) throw new NotFound('credit_note');
      if (customerId !== undefined && note.customer.svc_id !== customerId) throw new NotFound('credit_note');
      const files = await this.documents.issue(transaction, 'credit_note', id, now);
      return { ...note, ...addressesOf(files) };
    });
  }

  /**
   * @param customerId its customer, for a call of the portal
   * @throws NotFound of an invoice: the reference names receipts so (customers, section 1.1)
   */
  async paymentReceipt(organizationId: string, id: string, customerId?: string): Promise<PaymentReceipt> {
    if (!isId(id)) throw new NotFound('invoice');
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const receipt = (await readPaymentReceiptResources(transaction, [id])).get(id);
      if (!receipt) throw new NotFound('invoice');
      if (customerId !== undefined && receipt.payment.svc_customer_id !== customerId) throw new NotFound('invoice');
      const files = await this.documents.issue(transaction, 'payment_receipt', id, now);
      return { ...receipt, ...addressesOf(files) };
    });
  }
}

const addressesOf = ({ file, xml }: DocumentFiles) => ({
  file_url: signedAddress(file, Date.now()),
  xml_url: xml && signedAddress(xml, Date.now()),
});

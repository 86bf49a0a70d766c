import { Injectable } from '@nestjs/common';
import type { Invoice } from '@tollgate/contracts';
import { readInvoiceResources } from '@tollgate/invoicing/reader';
import {
  ApiError,
  CommandBus,
  ConcurrentCalls,
  isId,
  isPageSigned,
  NotFound,
  pageAddress,
  signedAddress,
  type TenantTransaction,
} from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import { findDocument, type DocumentRow } from '../issued-documents/documents.repository.js';
import { documentPage, type Page, type PageState } from './document-page.js';
import { paysOnline } from './online-payment.js';

/** The parameters of a page request. */
export interface PageCall {
  signature: string;
  /** Whether it follows a refused attempt to pay. */
  isRefused: boolean;
}

/** Calls that a process answers at once: a page of a thousand lines occupies the event loop for milliseconds. */
const bounds = { ofOne: 2, ofAll: 8, waiting: 200, waitMs: 10_000 };

/** The pages of documents: what mails and webhooks link to, valid as long as the document exists. */
@Injectable()
export class PagesService {
  private readonly answering = new ConcurrentCalls(bounds);

  constructor(
    private readonly database: DocumentDatabase,
    private readonly documents: DocumentsService,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Renders a document's page with a fresh address of its file.
   * @throws NotFound without document or signature, TooManyRequests and Unavailable when too many pages wait
   */
  async show(organizationId: string, id: string, call: PageCall): Promise<Page> {
    const end = await this.answering.begin(organizationId);
    try {
      return await this.render(organizationId, id, call);
    } finally {
      end();
    }
  }

  private async render(organizationId: string, id: string, { signature, isRefused }: PageCall): Promise<Page> {
    const { document, state } = await this.inTransaction(organizationId, id, signature, async (found, transaction) => ({
      document: found,
      state: await stateOf(found, transaction),
    }));
    const page = pageAddress(this.documents.fileOf(document));
    return documentPage(document.contents, document.logo, {
      fileUrl: signedAddress(this.documents.fileOf(document), Date.now()),
      // A program that reads it would book it, and it cannot say that it is void.
      xmlUrl:
        document.hasXml && state.state !== 'voided' ? signedAddress(this.documents.xmlOf(document), Date.now()) : null,
      payUrl: state.isPayable ? payAddress(page) : null,
      state: state.state,
      isRefused,
    });
  }

  /**
   * Opens the provider's payment page of an invoice.
   * @returns its address, or that of the document's page, which shows the refusal
   * @throws NotFound without document or signature, TooManyRequests, Unavailable
   */
  async pay(organizationId: string, id: string, signature: string): Promise<string> {
    const end = await this.answering.begin(organizationId);
    try {
      return await this.openPayment(organizationId, id, signature);
    } finally {
      end();
    }
  }

  private async openPayment(organizationId: string, id: string, signature: string): Promise<string> {
    const document = await this.inTransaction(organizationId, id, signature, (found) => Promise.resolve(found));
    if (document.kind !== 'invoice') throw new NotFound('resource');
    const request = { organization_id: organizationId, invoice_id: document.subject_id };
    try {
      return (await this.commands.send('payment', 'invoice.open_payment_page', request)).url;
    } catch (error) {
      if (error instanceof ApiError && error.status === 422)
        return `${pageAddress(this.documents.fileOf(document))}&refused=true`;
      throw error;
    }
  }

  private async inTransaction<T>(
    organizationId: string,
    id: string,
    signature: string,
    work: (document: DocumentRow, transaction: TenantTransaction) => Promise<T>,
  ): Promise<T> {
    if (!isId(organizationId) || !isId(id)) throw new NotFound('resource');
    return this.database.tenant(organizationId, async (transaction) => {
      const document = await findDocument(transaction, id);
      if (!document) throw new NotFound('resource');
      const path = new URL(pageAddress(this.documents.fileOf(document))).pathname;
      if (!isPageSigned({ path, signature }, document.key)) throw new NotFound('resource');
      return work(document, transaction);
    });
  }
}

/** The address that the form of a page posts to. */
function payAddress(page: string): string {
  const address = new URL(page);
  address.pathname += '/pay';
  return address.href;
}

type CurrentState = Pick<PageState, 'state'> & { isPayable: boolean };

/** The state of an invoice now, whatever it was at its issue. */
async function stateOf({ kind, subject_id: id }: DocumentRow, transaction: TenantTransaction): Promise<CurrentState> {
  const invoice = kind === 'invoice' ? (await readInvoiceResources(transaction, [id])).get(id) : undefined;
  if (!invoice) return { state: null, isPayable: false };
  if (!isDue(invoice)) return { state: nameOf(invoice), isPayable: false };
  return { state: nameOf(invoice), isPayable: await paysOnline(transaction, invoice.customer.svc_id) };
}

function nameOf({ status, payment_status: payment, payment_overdue: isOverdue }: Invoice): PageState['state'] {
  if (status === 'voided') return 'voided';
  if (payment === 'succeeded') return 'paid';
  return isOverdue ? 'overdue' : null;
}

const isDue = ({ status, payment_status: payment, total_due_amount_cents: due, self_billed: isSelfBilled }: Invoice) =>
  status === 'finalized' && payment !== 'succeeded' && due > 0 && !isSelfBilled;

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { couponIdsByCode } from '@tollgate/catalog/reader';
import { CommandBus, Logger, NotFound, serveBulkActs, type BulkActOn } from '@tollgate/platform';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { creditNotesByIds } from '../../model/credit-notes/credit-notes.repository.js';
import { appliedCouponsOf } from '../../model/coupons/applied-coupons.repository.js';
import { invoicesByIds, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { InvoiceUpdatesService } from '../changes/invoice-updates.service.js';
import { AppliedCouponsService } from '../coupons/applied-coupons.service.js';
import { CreditNoteChangesService } from '../credit-notes/credit-note-changes.service.js';
import { DraftInvoicesService } from '../drafts/draft-invoices.service.js';
import { VoidedInvoicesService } from '../voiding/voided-invoices.service.js';

/** Acts on many invoices, credit notes and customers, as their calls do (invoices, section 15). */
@Injectable()
export class DocumentActsService implements OnModuleInit {
  constructor(
    readonly database: InvoicingDatabase,
    readonly commands: CommandBus,
    readonly logger: Logger,
    private readonly drafts: DraftInvoicesService,
    private readonly voided: VoidedInvoicesService,
    private readonly updates: InvoiceUpdatesService,
    private readonly notes: CreditNoteChangesService,
    private readonly coupons: AppliedCouponsService,
  ) {}

  onModuleInit(): void {
    serveBulkActs(this, 'invoicing', {
      'invoices.finalize': {
        alreadySo: this.invoicesThat(({ status }) => status === 'finalized'),
        perform: ({ organizationId, id, once }) => this.drafts.finalize(organizationId, id, once),
      },
      'invoices.refresh': {
        alreadySo: this.invoicesThat(({ status }) => status === 'finalized' || status === 'voided'),
        perform: ({ organizationId, id, once }) => this.drafts.refresh(organizationId, id, once),
      },
      'invoices.void': {
        alreadySo: this.invoicesThat(({ status }) => status === 'voided'),
        perform: ({ organizationId, id, once }) => this.voided.void(organizationId, id, {}, once),
      },
      'invoices.add_metadata': {
        perform: ({ organizationId, id, arguments: { metadata = [] }, once }) =>
          this.updates.addMetadata(organizationId, id, metadata, once),
      },
      'credit_notes.void': {
        alreadySo: ({ organizationId, ids }) => this.voidedNotes(organizationId, ids),
        perform: ({ organizationId, id, once }) => this.notes.void(organizationId, id, once),
      },
      'customers.apply_coupon': {
        alreadySo: ({ organizationId, ids, arguments: { coupon_code: code } }) =>
          this.withCoupon(organizationId, ids, code),
        perform: (on) => this.applyCoupon(on),
      },
    });
  }

  /** Finds the invoices that are in some state. */
  private invoicesThat(isSo: (invoice: InvoiceRow) => boolean) {
    return async ({ organizationId, ids }: { organizationId: string; ids: string[] }): Promise<Set<string>> => {
      const rows = await this.database.tenant(organizationId, (transaction) => invoicesByIds(transaction, ids));
      return new Set(rows.filter(isSo).map(({ id }) => id));
    };
  }

  private async voidedNotes(organizationId: string, ids: string[]): Promise<Set<string>> {
    const rows = await this.database.tenant(organizationId, (transaction) => creditNotesByIds(transaction, ids));
    return new Set(rows.filter(({ credit_status: status }) => status === 'voided').map(({ id }) => id));
  }

  /** The customers who have an active coupon of this code. */
  private async withCoupon(organizationId: string, ids: string[], code: string): Promise<Set<string>> {
    return this.database.tenant(organizationId, async (transaction) => {
      const coupons = await couponIdsByCode(transaction, [code]);
      const rows = (await Promise.all(ids.map((id) => appliedCouponsOf(transaction, id)))).flat();
      const active = rows.filter(({ status, coupon_id: id }) => status === 'active' && coupons.includes(id));
      return new Set(active.map(({ customer_id: id }) => id));
    });
  }

  private async applyCoupon(on: BulkActOn<'customers.apply_coupon'>): Promise<void> {
    const { organizationId, id, arguments: values, once } = on;
    const names = await this.database.tenant(organizationId, (transaction) =>
      readExternalCustomerIds(transaction, [id]),
    );
    const externalId = names.get(id);
    if (externalId === undefined) throw new NotFound('customer');
    const body = { external_customer_id: externalId, coupon_code: values.coupon_code };
    await this.coupons.create(organizationId, body, once);
  }
}

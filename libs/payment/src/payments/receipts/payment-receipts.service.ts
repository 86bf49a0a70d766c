import { Injectable } from '@nestjs/common';
import type { Meta, PaymentReceipt, PaymentReceiptFilters, ReadPaymentReceipt } from '@tollgate/contracts';
import { isId, NotFound, type CallingCustomer, type Rights } from '@tollgate/platform';
import { withCustomers, type CustomerExpansionRequest } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../../payment.database.js';
import { findReceipt, listReceipts } from '../../model/payments/payment-receipts.repository.js';
import { presentReceipts } from './payment-receipt.presenter.js';

/** Reads payment receipts. */
@Injectable()
export class PaymentReceiptsService {
  constructor(private readonly database: PaymentDatabase) {}

  async list(
    organizationId: string,
    filters: PaymentReceiptFilters,
    may: Rights,
  ): Promise<{ payment_receipts: ReadPaymentReceipt[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listReceipts(transaction, filters);
      const shown = await presentReceipts(transaction, rows);
      const request = { expand: filters.expand, may };
      return { payment_receipts: await withCustomers(transaction, shown, customerOf, request), meta };
    });
  }

  /** Lists the receipts of a customer for its portal. */
  async listOfCustomer(
    { organizationId, customerId }: CallingCustomer,
    filters: PaymentReceiptFilters,
  ): Promise<{ payment_receipts: PaymentReceipt[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listReceipts(transaction, filters, customerId);
      return { payment_receipts: await presentReceipts(transaction, rows), meta };
    });
  }

  /** @throws NotFound of an invoice: the reference names receipts so (customers, section 1.1) */
  async read(organizationId: string, id: string, request: CustomerExpansionRequest): Promise<ReadPaymentReceipt> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await findReceipt(transaction, id) : undefined;
      if (!row) throw new NotFound('invoice');
      const shown = await presentReceipts(transaction, [row]);
      const [receipt] = await withCustomers(transaction, shown, customerOf, request);
      return receipt as ReadPaymentReceipt;
    });
  }
}

const customerOf = ({ payment }: PaymentReceipt): string => payment.svc_customer_id;

import { Injectable } from '@nestjs/common';
import type { Meta, PaymentReceipt, PaymentReceiptFilters } from '@tollgate/contracts';
import { isId, NotFound } from '@tollgate/platform';
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
  ): Promise<{ payment_receipts: PaymentReceipt[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listReceipts(transaction, filters);
      return { payment_receipts: await presentReceipts(transaction, rows), meta };
    });
  }

  /** @throws NotFound of an invoice: the reference names receipts so (customers, section 1.1) */
  async read(organizationId: string, id: string): Promise<PaymentReceipt> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await findReceipt(transaction, id) : undefined;
      if (!row) throw new NotFound('invoice');
      const [receipt] = await presentReceipts(transaction, [row]);
      return receipt as PaymentReceipt;
    });
  }
}

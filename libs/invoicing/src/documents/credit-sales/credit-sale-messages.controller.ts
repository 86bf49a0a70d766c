import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { closeReplacedSales } from './replaced-sales.writer.js';
import { invoiceSoldCredits } from './sold-credits.writer.js';

/** Invoices prepaid credits that wallets sell. */
@Controller()
export class CreditSaleMessagesController {
  constructor(private readonly database: InvoicingDatabase) {}

  /** Invoices a sale at once, and once, in place of failed ones; a message names the invoice to the wallet. */
  @OnMessage('wallet.credits_sold', 'invoicing')
  async onSold(@Payload() message: Message<'wallet.credits_sold'>): Promise<void> {
    const { payload } = message;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      await closeReplacedSales(transaction, payload.replaced_invoice_ids ?? [], now);
      const invoice_id = await invoiceSoldCredits(transaction, payload, now);
      const billed = {
        wallet_transaction_id: payload.wallet_transaction_id,
        invoice_id,
        ...(payload.skip_psp ? { skip_psp: true } : {}),
      };
      await transaction.append('invoice.credits_billed', payload.customer_id, billed, now);
    });
  }
}

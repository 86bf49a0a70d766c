import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { recordCustomerError } from '../../model/customers/customer-errors.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { isAddressError, taxErrorCode } from './tax-errors.rules.js';

/** Shows on customers that a tax engine refuses their address (webhooks, section 19). */
@Controller()
export class TaxErrorMessagesController {
  constructor(private readonly database: SubscriptionDatabase) {}

  @OnMessage('customer.tax_provider_error', 'subscription')
  async onRefused(@Payload() message: Message<'customer.tax_provider_error'>): Promise<void> {
    const { customer_id: customerId, provider_error: error } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      if (!isAddressError(error.error_code)) return;
      const details = { tax_error: error.error_code, ...(error.message ? { tax_error_message: error.message } : {}) };
      const at = new Date(message.occurred_at);
      await recordCustomerError(transaction, { customerId, code: taxErrorCode, details, at });
    });
  }
}

import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { recordCustomerError } from '../../model/customers/customer-errors.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { accountingErrorCode } from './accounting-errors.rules.js';

/** Shows on customers that an accounting system refuses their contact (webhooks, section 20). */
@Controller()
export class AccountingErrorMessagesController {
  constructor(private readonly database: SubscriptionDatabase) {}

  @OnMessage('customer.accounting_provider_error', 'subscription')
  async onRefused(@Payload() message: Message<'customer.accounting_provider_error'>): Promise<void> {
    const { customer_id: customerId, document_type: type, provider_error: error } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      // Documents show their own errors.
      if (type !== 'contact') return;
      const { error_code: accountingError, message: words } = error;
      const details = { accounting_error: accountingError, ...(words ? { accounting_error_message: words } : {}) };
      const at = new Date(message.occurred_at);
      await recordCustomerError(transaction, { customerId, code: accountingErrorCode, details, at });
    });
  }
}

import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { PaymentDatabase } from './payment.database.js';
import { PaymentMethodsController } from './methods/payment-methods.controller.js';
import { PaymentMethodsService } from './methods/payment-methods.service.js';
import { PaymentsController } from './payments/payments.controller.js';
import { PaymentsService } from './payments/payments.service.js';
import { PaymentReceiptsController } from './receipts/payment-receipts.controller.js';
import { PaymentReceiptsService } from './receipts/payment-receipts.service.js';
import { PaymentMessagesController } from './recording/payment-messages.controller.js';
import { PaymentRequestsController } from './requests/payment-requests.controller.js';
import { PaymentRequestsService } from './requests/payment-requests.service.js';

/** Money that customers pay. */
@Module({
  controllers: [
    PaymentMessagesController,
    PaymentMethodsController,
    PaymentReceiptsController,
    PaymentRequestsController,
    PaymentsController,
  ],
  providers: [
    PaymentDatabase,
    outboxRelayOf(PaymentDatabase),
    PaymentMethodsService,
    PaymentReceiptsService,
    PaymentRequestsService,
    PaymentsService,
  ],
})
export class PaymentModule {}

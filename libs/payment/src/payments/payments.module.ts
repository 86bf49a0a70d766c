import { Module } from '@nestjs/common';
import { PaymentModelModule } from '../model/model.module.js';
import { PaymentReceiptsController } from './receipts/payment-receipts.controller.js';
import { PaymentReceiptsService } from './receipts/payment-receipts.service.js';
import { PortalReceiptsController } from './receipts/portal-receipts.controller.js';
import { PaymentMessagesController } from './recording/payment-messages.controller.js';
import { PaymentRequestsController } from './requests/payment-requests.controller.js';
import { PaymentRequestsService } from './requests/payment-requests.service.js';
import { PaymentsController } from './resource/payments.controller.js';
import { PaymentsService } from './resource/payments.service.js';

/** Payments, receipts and payment requests as resources. */
@Module({
  imports: [PaymentModelModule],
  controllers: [
    PaymentMessagesController,
    PaymentReceiptsController,
    PortalReceiptsController,
    PaymentRequestsController,
    PaymentsController,
  ],
  providers: [PaymentReceiptsService, PaymentRequestsService, PaymentsService],
  exports: [PaymentRequestsService],
})
export class PaymentResourcesModule {}

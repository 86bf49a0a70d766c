import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { PaymentDatabase } from './payment.database.js';
import { CustomerDunningService } from './dunning/customer-dunning.service.js';
import { DunningCampaignsController } from './dunning/dunning-campaigns.controller.js';
import { DunningCampaignsService } from './dunning/dunning-campaigns.service.js';
import { DunningDueWork } from './dunning/dunning.due-work.js';
import { DunningMessagesController } from './dunning/dunning-messages.controller.js';
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
    DunningCampaignsController,
    DunningMessagesController,
    PaymentMessagesController,
    PaymentMethodsController,
    PaymentReceiptsController,
    PaymentRequestsController,
    PaymentsController,
  ],
  providers: [
    PaymentDatabase,
    outboxRelayOf(PaymentDatabase),
    CustomerDunningService,
    DunningCampaignsService,
    DunningDueWork,
    PaymentMethodsService,
    PaymentReceiptsService,
    PaymentRequestsService,
    PaymentsService,
  ],
})
export class PaymentModule {}

import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { PaymentDatabase } from './payment.database.js';
import { CustomerDunningService } from './dunning/customer-dunning.service.js';
import { DunningCampaignsController } from './dunning/dunning-campaigns.controller.js';
import { DunningCampaignsService } from './dunning/dunning-campaigns.service.js';
import { DunningRuns } from './dunning/dunning-runs.js';
import { PaymentDueWork } from './due-work/payment.due-work.js';
import { ChargeMessagesController } from './charging/charge-messages.controller.js';
import { ChargesService } from './charging/charges.service.js';
import { ChargeWorker } from './charging/charge.worker.js';
import { InvoicePaymentsController } from './charging/invoice-payments.controller.js';
import { InvoicePaymentsService } from './charging/invoice-payments.service.js';
import { OutcomesService } from './charging/outcomes.service.js';
import { ProviderAnswers } from './charging/provider-answers.js';
import { ProviderEventsService } from './charging/provider-events.service.js';
import { PaymentProvidersController } from './connections/payment-providers.controller.js';
import { PaymentProvidersService } from './connections/payment-providers.service.js';
import { SandboxCheckoutsService } from './connections/sandbox-checkouts.service.js';
import { PaymentProviders } from './providers/payment-providers.js';
import { SandboxProvider } from './providers/sandbox.provider.js';
import { DunningMessagesController } from './dunning/dunning-messages.controller.js';
import { PaymentMethodsController } from './methods/payment-methods.controller.js';
import { PaymentMethodsService } from './methods/payment-methods.service.js';
import { RefundMessagesController } from './refunds/refund-messages.controller.js';
import { RefundsService } from './refunds/refunds.service.js';
import { RefundWorker } from './refunds/refund.worker.js';
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
    ChargeMessagesController,
    RefundMessagesController,
    InvoicePaymentsController,
    PaymentProvidersController,
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
    DunningRuns,
    PaymentDueWork,
    ChargesService,
    RefundsService,
    RefundWorker,
    ChargeWorker,
    InvoicePaymentsService,
    OutcomesService,
    ProviderAnswers,
    ProviderEventsService,
    PaymentProviders,
    PaymentProvidersService,
    SandboxCheckoutsService,
    SandboxProvider,
    PaymentMethodsService,
    PaymentReceiptsService,
    PaymentRequestsService,
    PaymentsService,
  ],
})
export class PaymentModule {}

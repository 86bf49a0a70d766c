import { Module } from '@nestjs/common';
import { PaymentModelModule } from '../model/model.module.js';
import { PaymentProvidersModule } from '../providers/providers.module.js';
import { AuthorizationWorker } from './authorizations/authorization.worker.js';
import { AuthorizationsService } from './authorizations/authorizations.service.js';
import { ChargeMessagesController } from './charging/charge-messages.controller.js';
import { ChargeWorker } from './charging/charge.worker.js';
import { ChargesService } from './charging/charges.service.js';
import { DelayedCharges } from './charging/delayed-charges.service.js';
import { InvoicePaymentsController } from './charging/invoice-payments.controller.js';
import { InvoicePaymentsService } from './charging/invoice-payments.service.js';
import { PaymentPages } from './charging/payment-pages.service.js';
import { OutcomesService } from './charging/outcomes.service.js';
import { CustomerDunningService } from './dunning/customer-dunning.service.js';
import { DunningCampaignsController } from './dunning/dunning-campaigns.controller.js';
import { DunningCampaignsService } from './dunning/dunning-campaigns.service.js';
import { DunningMessagesController } from './dunning/dunning-messages.controller.js';
import { DunningRuns } from './dunning/dunning-runs.js';
import { RefundMessagesController } from './refunds/refund-messages.controller.js';
import { RefundWorker } from './refunds/refund.worker.js';
import { RefundsService } from './refunds/refunds.service.js';
import { ReturnWorker } from './returns/return.worker.js';
import { ReturnsService } from './returns/returns.service.js';

/** Charges by providers, dunning, refunds and returns. */
@Module({
  imports: [PaymentModelModule, PaymentProvidersModule],
  controllers: [
    ChargeMessagesController,
    RefundMessagesController,
    InvoicePaymentsController,
    DunningCampaignsController,
    DunningMessagesController,
  ],
  providers: [
    CustomerDunningService,
    DunningCampaignsService,
    DunningRuns,
    ChargesService,
    DelayedCharges,
    RefundsService,
    RefundWorker,
    ChargeWorker,
    AuthorizationsService,
    AuthorizationWorker,
    InvoicePaymentsService,
    ReturnsService,
    ReturnWorker,
    PaymentPages,
    OutcomesService,
  ],
  exports: [DunningRuns, ChargesService, DelayedCharges, InvoicePaymentsService, OutcomesService, ReturnsService],
})
export class PaymentCollectionModule {}

import { Module } from '@nestjs/common';
import { erasureMessagesOf } from '@tollgate/platform';
import { PaymentActsService } from './bulk-acts/payment-acts.service.js';
import { PaymentCollectionModule } from './collection/collection.module.js';
import { PaymentProvidersController } from './connections/payment-providers.controller.js';
import { PaymentProvidersService } from './connections/payment-providers.service.js';
import { SandboxPagesController } from './connections/sandbox-pages.controller.js';
import { SandboxCheckoutsService } from './connections/sandbox-checkouts.service.js';
import { PaymentDueWork } from './due-work/payment.due-work.js';
import { AuthorizedCustomers } from './customers/authorized-customers.service.js';
import { CustomerMessagesController } from './customers/customer-messages.controller.js';
import { ProviderCustomerWorker } from './customers/provider-customer.worker.js';
import { FundingInstructionsService } from './customers/instructions/funding-instructions.service.js';
import { CustomerRemovals } from './customers/customer-removals.service.js';
import { ProviderCustomersService } from './customers/provider-customers.service.js';
import { PaymentErasure } from './erasure/payment-erasure.js';
import { EventEndpoints } from './connections/event-endpoints.service.js';
import { PaymentExportsService } from './exports/payment-exports.service.js';
import { InboundEventsController } from './events/inbound-events.controller.js';
import { ApplyEvent } from './events/apply-event.js';
import { ProviderAnswers } from './events/provider-answers.js';
import { ReceiveDelivery } from './events/receive-delivery.js';
import { ReportedCharges } from './events/reported-charges.service.js';
import { ReportedDisputes } from './events/reported-disputes.service.js';
import { ReportedMethods } from './events/reported-methods.service.js';
import { ReportedRefunds } from './events/reported-refunds.service.js';
import { PaymentMethodsController } from './methods/payment-methods.controller.js';
import { PaymentMethodsService } from './methods/payment-methods.service.js';
import { PaymentModelModule } from './model/model.module.js';
import { PaymentDatabase } from './payment.database.js';
import { PortalMethodsService } from './portal/portal-methods.service.js';
import { PortalPaymentsController } from './portal/portal-payments.controller.js';
import { PortalPaymentsService } from './portal/portal-payments.service.js';
import { PaymentResourcesModule } from './payments/payments.module.js';
import { PaymentProvidersModule } from './providers/providers.module.js';

/** Money that customers pay. */
@Module({
  imports: [PaymentModelModule, PaymentProvidersModule, PaymentResourcesModule, PaymentCollectionModule],
  controllers: [
    PaymentProvidersController,
    SandboxPagesController,
    PaymentMethodsController,
    PortalPaymentsController,
    CustomerMessagesController,
    InboundEventsController,
    erasureMessagesOf(PaymentDatabase, 'payment'),
  ],
  providers: [
    PaymentActsService,
    PaymentDueWork,
    PaymentErasure,
    PaymentExportsService,
    PaymentProvidersService,
    SandboxCheckoutsService,
    PaymentMethodsService,
    PortalMethodsService,
    PortalPaymentsService,
    AuthorizedCustomers,
    FundingInstructionsService,
    CustomerRemovals,
    ProviderCustomersService,
    ProviderCustomerWorker,
    EventEndpoints,
    ReceiveDelivery,
    ApplyEvent,
    ReportedCharges,
    ReportedDisputes,
    ReportedMethods,
    ReportedRefunds,
    ProviderAnswers,
  ],
})
export class PaymentModule {}

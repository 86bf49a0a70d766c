import { Module } from '@nestjs/common';
import { erasureMessagesOf } from '@tollgate/platform';
import { SubscriptionModelModule } from '../model/model.module.js';
import { AccountingErrorMessagesController } from './resource/accounting-error-messages.controller.js';
import { CustomerErasure } from './erasure/customer-erasure.js';
import { CustomerCurrency } from './resource/customer-currency.js';
import { CustomerPortalController } from './portal/customer-portal.controller.js';
import { PortalAddresses } from './portal/portal-addresses.service.js';
import { PortalPeopleController } from './portal/portal-people.controller.js';
import { PortalPeopleService } from './portal/portal-people.service.js';
import { PortalSessionsController } from './portal/portal-sessions.controller.js';
import { PortalSessionsService } from './portal/portal-sessions.service.js';
import { PortalCustomersService } from './portal/portal-customers.service.js';
import { CustomersController } from './resource/customers.controller.js';
import { CustomersService } from './resource/customers.service.js';
import { IntegrationsService } from './resource/integrations.service.js';
import { IssuerMessagesController } from './resource/issuer-messages.controller.js';
import { ProviderMessagesController } from './resource/provider-messages.controller.js';
import { ProviderAnswersService } from './resource/provider-answers.service.js';
import { TaxErrorMessagesController } from './resource/tax-error-messages.controller.js';
import { SubscriptionDatabase } from '../subscription.database.js';
import { VatChecksService } from './vat-checks/vat-checks.service.js';
import { VatRegistry } from './vat-checks/vat-registry.js';
import { ViesRegistry } from './vat-checks/vies-registry.js';

/** Customers, with their currency, portal and VAT checks. */
@Module({
  imports: [SubscriptionModelModule],
  controllers: [
    AccountingErrorMessagesController,
    CustomerPortalController,
    CustomersController,
    IssuerMessagesController,
    PortalPeopleController,
    PortalSessionsController,
    ProviderMessagesController,
    TaxErrorMessagesController,
    erasureMessagesOf(SubscriptionDatabase, 'subscription'),
  ],
  providers: [
    CustomersService,
    IntegrationsService,
    ProviderAnswersService,
    CustomerErasure,
    CustomerCurrency,
    PortalAddresses,
    PortalCustomersService,
    PortalPeopleService,
    PortalSessionsService,
    VatChecksService,
    { provide: VatRegistry, useClass: ViesRegistry },
  ],
})
export class CustomersModule {}

import { Module, type DynamicModule } from '@nestjs/common';
import { AgentsModule } from '@tollgate/agents';
import { CatalogModule, catalogMigrations } from '@tollgate/catalog';
import { DocumentModule, documentMigrations } from '@tollgate/document';
import { IdentityModule, identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { IngestionModule, ingestionMigrations } from '@tollgate/ingestion';
import { InvoicingModule, invoicingMigrations } from '@tollgate/invoicing';
import { InvoicingReaderModule } from '@tollgate/invoicing/reader';
import { PaymentModule, paymentMigrations } from '@tollgate/payment';
import { PaymentReaderModule } from '@tollgate/payment/reader';
import {
  DocumentationModule,
  PagesModule,
  PlatformModule,
  type Config,
  type SchemaMigrations,
} from '@tollgate/platform';
import { SubscriptionModule, subscriptionMigrations } from '@tollgate/subscription';
import { SubscriptionReaderModule } from '@tollgate/subscription/reader';
import { WalletModule, walletMigrations } from '@tollgate/wallet';
import { WebhookDeliveryModule, webhookDeliveryMigrations } from '@tollgate/webhook-delivery';

/** The migrations of every service, in the order in which their schemas may refer to each other. */
export const everyMigration: SchemaMigrations[] = [
  identityMigrations,
  catalogMigrations,
  subscriptionMigrations,
  ingestionMigrations,
  invoicingMigrations,
  walletMigrations,
  paymentMigrations,
  documentMigrations,
  webhookDeliveryMigrations,
];

/** All services in one process. */
@Module({})
export class StandaloneModule {
  static with(config: Config): DynamicModule {
    return {
      module: StandaloneModule,
      imports: [
        PlatformModule.forProcess(config, {
          usageStore: true,
          messages: true,
          disk: true,
          needed: ['postgresql', 'disk'],
          migrations: everyMigration,
        }),
        IdentityReaderModule,
        SubscriptionReaderModule,
        InvoicingReaderModule,
        PaymentReaderModule,
        IdentityModule,
        CatalogModule,
        SubscriptionModule,
        IngestionModule,
        InvoicingModule,
        WalletModule,
        PaymentModule,
        DocumentModule,
        WebhookDeliveryModule,
        AgentsModule,
        DocumentationModule,
        PagesModule.from(new URL('../../console/dist/', import.meta.url)),
      ],
    };
  }
}

import type { MessagePayload } from '@tollgate/contracts';
import { alertPayloads } from './alerts.js';
import { billableMetricPayloads } from './billable-metrics.js';
import { bulkActPayloads } from './bulk-acts.js';
import { planMigrationPayloads } from './plan-migrations.js';
import { creditNotePayloads } from './credit-notes.js';
import { customerStatementPayloads } from './customer-statements.js';
import { customerPayloads } from './customers.js';
import { dunningCampaignPayloads } from './dunning-campaigns.js';
import { emailPayloads } from './emails.js';
import { eventPayloads } from './events.js';
import { featurePayloads } from './features.js';
import { feePayloads } from './fees.js';
import { integrationPayloads } from './integrations.js';
import { invoicePayloads } from './invoices.js';
import { paymentProviderPayloads } from './payment-providers.js';
import { paymentReceiptPayloads } from './payment-receipts.js';
import { paymentRequestPayloads } from './payment-requests.js';
import { paymentPayloads } from './payments.js';
import { planPayloads } from './plans.js';
import { subscriptionPayloads } from './subscriptions.js';
import { walletTransactionPayloads } from './wallet-transactions.js';
import { walletPayloads } from './wallets.js';
import { webhookEndpointPayloads } from './webhook-endpoints.js';
import type { PayloadSource } from './payload-source.js';
import type { WebhookSourceMessage, WebhookSourceType } from './source-types.js';

/**
 * The source of each message's payload, by its object (webhooks, section 4). An object that is missing here does not
 * compile.
 */
export const payloadSources: { [T in WebhookSourceType]: PayloadSource<MessagePayload<T>> } = {
  ...alertPayloads,
  ...billableMetricPayloads,
  ...bulkActPayloads,
  ...planMigrationPayloads,
  ...creditNotePayloads,
  ...customerStatementPayloads,
  ...customerPayloads,
  ...dunningCampaignPayloads,
  ...emailPayloads,
  ...eventPayloads,
  ...featurePayloads,
  ...feePayloads,
  ...integrationPayloads,
  ...invoicePayloads,
  ...paymentProviderPayloads,
  ...paymentReceiptPayloads,
  ...paymentRequestPayloads,
  ...paymentPayloads,
  ...planPayloads,
  ...subscriptionPayloads,
  ...walletTransactionPayloads,
  ...walletPayloads,
  ...webhookEndpointPayloads,
};

/** Selects the source of a message's payload, typed for that payload. */
export const sourceOf = (message: WebhookSourceMessage) =>
  payloadSources[message.type] as PayloadSource<WebhookSourceMessage['payload']>;

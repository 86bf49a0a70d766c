import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
import { einvoicingSettings } from './migrations/021-einvoicing-settings.js';
import { activationRules } from './migrations/022-activation-rules.js';
import { activationRulesIndexes } from './migrations/023-activation-rules-indexes.js';
import { providerCustomers } from './migrations/024-provider-customers.js';
import { taxEngines } from './migrations/025-tax-engines.js';
import { customerListIndex } from './migrations/026-customer-list-index.js';
import { subscriptionListIndexes } from './migrations/027-subscription-list-indexes.js';
import { fundingInstructions } from './migrations/028-funding-instructions.js';
import { textsOfCustomers } from './migrations/029-texts-of-customers.js';
import { textsOfSubscriptions } from './migrations/030-texts-of-subscriptions.js';
import { statementSchedules } from './migrations/031-statement-schedules.js';
import { customersOfProviders } from './migrations/032-customers-of-providers.js';
import { timesOfChanges } from './migrations/033-times-of-changes.js';
import { portalSessions } from './migrations/034-portal-sessions.js';
import { endsByCustomers } from './migrations/035-ends-by-customers.js';
import { alertsOfCustomers } from './migrations/036-alerts-of-customers.js';
import { portalPeople } from './migrations/037-portal-people.js';
import { planMigrations } from './migrations/038-plan-migrations.js';
import { documentRecipients } from './migrations/039-document-recipients.js';

export const subscriptionMigrations: SchemaMigrations = {
  schema: 'subscription',
  baseline,
  migrations: [
    einvoicingSettings,
    activationRules,
    activationRulesIndexes,
    providerCustomers,
    taxEngines,
    customerListIndex,
    subscriptionListIndexes,
    fundingInstructions,
    textsOfCustomers,
    textsOfSubscriptions,
    statementSchedules,
    customersOfProviders,
    timesOfChanges,
    portalSessions,
    endsByCustomers,
    alertsOfCustomers,
    portalPeople,
    planMigrations,
    documentRecipients,
  ],
};

import type { SchemaMigrations } from '@tollgate/platform';
import { customers } from './migrations/001-customers.js';
import { subscriptions } from './migrations/002-subscriptions.js';
import { planChanges } from './migrations/003-plan-changes.js';
import { lifetimeUsages } from './migrations/004-lifetime-usages.js';
import { fixedChargeUnits } from './migrations/005-fixed-charge-units.js';
import { usageThresholds } from './migrations/006-usage-thresholds.js';
import { dueFailures } from './migrations/007-due-failures.js';
import { followsAs } from './migrations/008-follows-as.js';
import { planChangesOfOne } from './migrations/009-plan-changes-of-one.js';
import { traces } from './migrations/010-traces.js';
import { startTimezone } from './migrations/011-start-timezone.js';
import { vatChecks } from './migrations/012-vat-checks.js';
import { customersOfIssuers } from './migrations/013-customers-of-issuers.js';
import { entitlements } from './migrations/014-entitlements.js';
import { alerts } from './migrations/015-alerts.js';
import { attachedCustomers } from './migrations/016-attached-customers.js';
import { invoiceCustomSections } from './migrations/017-invoice-custom-sections.js';
import { dataImports } from './migrations/018-data-imports.js';
import { integrationCustomers } from './migrations/019-integration-customers.js';
import { activeOfEachCustomer } from './migrations/020-active-of-each-customer.js';
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
import { timesOfChanges } from './migrations/032-times-of-changes.js';

export const subscriptionMigrations: SchemaMigrations = {
  schema: 'subscription',
  migrations: [
    customers,
    subscriptions,
    planChanges,
    lifetimeUsages,
    fixedChargeUnits,
    usageThresholds,
    dueFailures,
    followsAs,
    planChangesOfOne,
    traces,
    startTimezone,
    vatChecks,
    customersOfIssuers,
    entitlements,
    alerts,
    attachedCustomers,
    invoiceCustomSections,
    dataImports,
    integrationCustomers,
    activeOfEachCustomer,
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
    timesOfChanges,
  ],
};

import type { SelectedSectionsTable } from '@tollgate/catalog/reader';
import type {
  CustomerMetadataTable,
  CustomersTable,
  CustomerSequencesTable,
  CustomerTaxesTable,
} from './customers/customers.tables.js';
import type { ActivationRulesTable } from './subscriptions/activation-rules.tables.js';
import type { AlertsTable } from './usage/alerts.tables.js';
import type { CustomerErrorsTable } from './customers/customer-errors.tables.js';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { EntitlementsTable, EntitlementValuesTable } from './entitlements/entitlements.tables.js';
import type { DataImportRowsTable, DataImportsTable } from './subscriptions/data-imports.tables.js';
import type { DueFailuresTable } from './subscriptions/due-failures.tables.js';
import type { IntegrationCustomersTable, IntegrationsTable } from './customers/integrations.tables.js';
import type { FixedChargeOverridesTable, FixedChargeUnitChangesTable } from './unit-changes/unit-changes.tables.js';
import type { FundingInstructionsTable } from './custom-sections/funding-instructions.tables.js';
import type { LifetimeUsagesTable } from './usage/lifetime-usages.tables.js';
import type { MigratedSubscriptionsTable, PlanMigrationsTable } from './plan-migrations/plan-migrations.tables.js';
import type { PortalPeopleTable } from './customers/portal-people.tables.js';
import type { PortalSessionsTable } from './customers/portal-sessions.tables.js';
import type { SubscriptionsTable } from './subscriptions/subscriptions.tables.js';
import type { UsageThresholdsTable } from './usage/usage-thresholds.tables.js';
import type { VatAnswersTable, VatChecksTable } from './customers/vat-checks.tables.js';

/** Tables of the subscription schema; each resource's folder says what its tables hold. */
export interface SubscriptionTables {
  'subscription.customers': CustomersTable;
  'subscription.customer_metadata': CustomerMetadataTable;
  'subscription.customer_taxes': CustomerTaxesTable;
  'subscription.customer_errors': CustomerErrorsTable;
  'subscription.customer_sequences': CustomerSequencesTable;
  'subscription.portal_people': PortalPeopleTable;
  'subscription.portal_sessions': PortalSessionsTable;
  'subscription.subscriptions': SubscriptionsTable;
  'subscription.activation_rules': ActivationRulesTable;
  'subscription.selected_invoice_custom_sections': SelectedSectionsTable;
  'subscription.funding_instructions': FundingInstructionsTable;
  'subscription.due_failures': DueFailuresTable;
  'subscription.lifetime_usages': LifetimeUsagesTable;
  'subscription.fixed_charge_overrides': FixedChargeOverridesTable;
  'subscription.fixed_charge_unit_changes': FixedChargeUnitChangesTable;
  'subscription.integrations': IntegrationsTable;
  'subscription.integration_customers': IntegrationCustomersTable;
  'subscription.data_imports': DataImportsTable;
  'subscription.data_import_rows': DataImportRowsTable;
  'subscription.entitlements': EntitlementsTable;
  'subscription.entitlement_values': EntitlementValuesTable;
  'subscription.usage_thresholds': UsageThresholdsTable;
  'subscription.alerts': AlertsTable;
  'subscription.plan_migrations': PlanMigrationsTable;
  'subscription.migrated_subscriptions': MigratedSubscriptionsTable;
  'subscription.vat_checks': VatChecksTable;
  'subscription.vat_answers': VatAnswersTable;
}

/** Types a transaction with these tables. */
export const tables = (transaction: Transaction) => tablesOf<SubscriptionTables>(transaction);

import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { base } from './base.js';
import { addTexts, recordTexts, settingsTexts, type Texts } from './frame/languages.js';
import { CallFailed } from './frame/notices.js';
import { DeveloperDrawer } from './features/drawer/drawer-key.js';
import { OrganizationFrame } from './organization/organization-frame.js';
import { organizationOf } from './frame/organization-path.js';
import { Home } from './features/organizations/home.js';
import { operator } from './operator-routes.js';
import {
  confirmSignIn,
  invitation,
  notAMember,
  openIdCallback,
  profile,
  resetPassword,
  root,
  signedIn,
  signIn,
  start,
  textsOf,
  welcome,
  type Load,
} from './people-routes.js';

/** Loads the acts of all features that need no record. */
const loadCreations = async () => (await import('./creations.js')).loadCreations();

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '$organization',
  component: () => <OrganizationFrame foot={<DeveloperDrawer />} loadCreations={loadCreations} />,
  beforeLoad: ({ context: { session }, params }) => {
    const membership = organizationOf(session.memberships, params.organization);
    if (!membership)
      throw redirect({ to: '/not-a-member', search: { organization: params.organization }, replace: true });
    return { membership };
  },
});
const home = createRoute({ getParentRoute: () => organization, path: '/', component: Home });

/** A page of an organization, whose code loads with the first visit. Its address holds filters as texts. */
const lazyPage = <Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => organization,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
    validateSearch: textsOf,
  });

/** A page whose texts are in catalogs of their own, so that the first page of all people stays small. */
const pageWith =
  (texts: Texts) =>
  <Path extends string>(path: Path, load: Load) =>
    lazyPage(path, async () => {
      const [page] = await Promise.all([load(), addTexts(texts)]);
      return page;
    });
const settingsPage = pageWith(settingsTexts);
const recordPage = pageWith(recordTexts);

const pages = [
  lazyPage('customers', async () => (await import('./features/customers/list.js')).Customers),
  recordPage('customers/$id', async () => (await import('./features/customers/detail.js')).Customer),
  lazyPage('subscriptions', async () => (await import('./features/subscriptions/list.js')).Subscriptions),
  recordPage('subscriptions/$id', async () => (await import('./features/subscriptions/detail.js')).Subscription),
  lazyPage('invoices', async () => (await import('./features/invoices/list.js')).Invoices),
  lazyPage('invoices/$id', async () => (await import('./features/invoices/detail.js')).Invoice),
  lazyPage('fees/$id/events', async () => (await import('./features/fees/events.js')).FeeEvents),
  lazyPage('credit-notes', async () => (await import('./features/credit-notes/list.js')).CreditNotes),
  lazyPage('credit-notes/$id', async () => (await import('./features/credit-notes/detail.js')).CreditNote),
  lazyPage('payments', async () => (await import('./features/payments/list.js')).Payments),
  lazyPage('payments/$id', async () => (await import('./features/payments/detail.js')).Payment),
  lazyPage('payment-requests', async () => (await import('./features/payment-requests/list.js')).PaymentRequests),
  lazyPage('payment-requests/$id', async () => (await import('./features/payment-requests/detail.js')).PaymentRequest),
  lazyPage('payment-receipts', async () => (await import('./features/payment-receipts/list.js')).PaymentReceipts),
  lazyPage('wallets', async () => (await import('./features/wallets/list.js')).Wallets),
  recordPage('wallets/$id', async () => (await import('./features/wallets/detail.js')).Wallet),
  lazyPage('bulk-acts', async () => (await import('./features/bulk-acts/list.js')).BulkActs),
  lazyPage('bulk-acts/$id', async () => (await import('./features/bulk-acts/detail.js')).BulkAct),
  lazyPage('analytics', async () => (await import('./features/analytics/page.js')).Analytics),
  lazyPage('close', async () => (await import('./features/close/page.js')).Close),
  lazyPage('emails', async () => (await import('./features/emails/list.js')).Emails),
  lazyPage('analytics/movements', async () => (await import('./features/analytics/movements.js')).Movements),
  lazyPage('analytics/ageing', async () => (await import('./features/analytics/ageing.js')).AgeingByCustomer),
  lazyPage('analytics/customer-mrr', async () => (await import('./features/analytics/customer-mrr.js')).CustomerMrr),
  lazyPage(
    'analytics/deferred-revenue',
    async () => (await import('./features/analytics/deferred-revenue.js')).DeferredRevenueByCustomer,
  ),
  recordPage('catalog/plans', async () => (await import('./features/plans/list.js')).Plans),
  recordPage('catalog/plans/$id', async () => (await import('./features/plans/detail.js')).Plan),
  recordPage(
    'catalog/plan-migrations',
    async () => (await import('./features/plan-migrations/list.js')).PlanMigrations,
  ),
  recordPage(
    'catalog/plan-migrations/$id',
    async () => (await import('./features/plan-migrations/detail.js')).PlanMigration,
  ),
  recordPage('catalog/price-tests', async () => (await import('./features/price-tests/list.js')).PriceTests),
  recordPage('catalog/price-tests/$id', async () => (await import('./features/price-tests/detail.js')).PriceTest),
  recordPage('catalog/metrics', async () => (await import('./features/billable-metrics/list.js')).BillableMetrics),
  recordPage('catalog/metrics/$id', async () => (await import('./features/billable-metrics/detail.js')).BillableMetric),
  lazyPage('catalog/features', async () => (await import('./features/features/list.js')).Features),
  lazyPage('catalog/features/$id', async () => (await import('./features/features/detail.js')).Feature),
  lazyPage('catalog/add-ons', async () => (await import('./features/add-ons/list.js')).AddOns),
  lazyPage('catalog/add-ons/$id', async () => (await import('./features/add-ons/detail.js')).AddOn),
  lazyPage('catalog/coupons', async () => (await import('./features/coupons/list.js')).Coupons),
  lazyPage('catalog/coupons/$id', async () => (await import('./features/coupons/detail.js')).Coupon),
  lazyPage('catalog/copy', async () => (await import('./features/catalog-copies/page.js')).CatalogCopies),
  lazyPage('catalog/taxes', async () => (await import('./features/taxes/list.js')).Taxes),
  lazyPage('catalog/taxes/$id', async () => (await import('./features/taxes/detail.js')).Tax),
  lazyPage('developers/events', async () => (await import('./features/events/list.js')).Events),
  lazyPage('developers/event-errors', async () => (await import('./features/event-errors/list.js')).EventErrors),
  lazyPage('developers/events/$id', async () => (await import('./features/events/detail.js')).Event),
  lazyPage('developers/event-sources', async () => (await import('./features/event-sources/list.js')).EventSources),
  lazyPage(
    'developers/event-sources/$id',
    async () => (await import('./features/event-sources/detail.js')).EventSource,
  ),
  lazyPage(
    'developers/event-backfills',
    async () => (await import('./features/event-backfills/list.js')).EventBackfills,
  ),
  lazyPage(
    'developers/event-backfills/new',
    async () => (await import('./features/event-backfills/new.js')).NewEventBackfill,
  ),
  lazyPage(
    'developers/event-backfills/$id',
    async () => (await import('./features/event-backfills/detail.js')).EventBackfill,
  ),
  lazyPage('developers/webhooks', async () => (await import('./features/webhook-endpoints/list.js')).WebhookEndpoints),
  lazyPage(
    'developers/webhooks/$id',
    async () => (await import('./features/webhook-endpoints/detail.js')).WebhookEndpoint,
  ),
  lazyPage(
    'developers/webhook-messages',
    async () => (await import('./features/webhook-messages/list.js')).WebhookMessages,
  ),
  lazyPage(
    'developers/webhook-messages/$id',
    async () => (await import('./features/webhook-messages/detail.js')).WebhookMessage,
  ),
  lazyPage('developers/api-keys', async () => (await import('./features/api-keys/list.js')).ApiKeys),
  lazyPage('developers/api-logs', async () => (await import('./features/api-logs/list.js')).ApiLogs),
  lazyPage('developers/api-logs/$id', async () => (await import('./features/api-logs/detail.js')).ApiLog),
  lazyPage('developers/activity', async () => (await import('./features/activity-logs/list.js')).ActivityLogs),
  lazyPage('developers/activity/$id', async () => (await import('./features/activity-logs/detail.js')).ActivityLog),
  lazyPage('developers/exports', async () => (await import('./features/data-exports/list.js')).DataExports),
  lazyPage('developers/exports/$id', async () => (await import('./features/data-exports/detail.js')).DataExport),
  lazyPage(
    'developers/export-schedules',
    async () => (await import('./features/export-schedules/list.js')).ExportSchedules,
  ),
  lazyPage(
    'developers/export-schedules/$id',
    async () => (await import('./features/export-schedules/detail.js')).ExportSchedule,
  ),
  lazyPage(
    'developers/export-destinations',
    async () => (await import('./features/export-destinations/list.js')).ExportDestinations,
  ),
  lazyPage('developers/sandbox', async () => (await import('./features/test-clock/page.js')).Sandbox),
  settingsPage(
    'settings/organization',
    async () => (await import('./features/settings/organization/page.js')).OrganizationSettings,
  ),
  settingsPage(
    'settings/billing-entities',
    async () => (await import('./features/billing-entities/list.js')).BillingEntities,
  ),
  settingsPage(
    'settings/billing-entities/$id',
    async () => (await import('./features/billing-entities/detail.js')).BillingEntity,
  ),
  settingsPage(
    'settings/invoice-sections',
    async () => (await import('./features/invoice-custom-sections/list.js')).InvoiceSections,
  ),
  settingsPage(
    'settings/invoice-sections/$id',
    async () => (await import('./features/invoice-custom-sections/detail.js')).InvoiceSection,
  ),
  settingsPage(
    'settings/dunning-campaigns',
    async () => (await import('./features/dunning-campaigns/list.js')).DunningCampaigns,
  ),
  settingsPage(
    'settings/dunning-campaigns/$id',
    async () => (await import('./features/dunning-campaigns/detail.js')).DunningCampaign,
  ),
  settingsPage(
    'settings/payment-providers',
    async () => (await import('./features/payment-providers/list.js')).PaymentProviders,
  ),
  settingsPage(
    'settings/payment-providers/$id',
    async () => (await import('./features/payment-providers/detail.js')).PaymentProvider,
  ),
  settingsPage('settings/tax-engines', async () => (await import('./features/tax-providers/list.js')).TaxProviders),
  settingsPage(
    'settings/tax-engines/$id',
    async () => (await import('./features/tax-providers/detail.js')).TaxProvider,
  ),
  settingsPage(
    'settings/accounting',
    async () => (await import('./features/accounting-providers/list.js')).AccountingProviders,
  ),
  settingsPage(
    'settings/accounting/$id',
    async () => (await import('./features/accounting-providers/detail.js')).AccountingProvider,
  ),
  settingsPage(
    'settings/document-texts',
    async () => (await import('./features/settings/document-texts/form.js')).DocumentTexts,
  ),
  settingsPage('settings/people', async () => (await import('./features/members/list.js')).Members),
  settingsPage('settings/invitations', async () => (await import('./features/invites/list.js')).Invites),
  settingsPage('settings/roles', async () => (await import('./features/roles/list.js')).Roles),
  settingsPage(
    'settings/retention',
    async () => (await import('./features/settings/retention/form.js')).RetentionSettings,
  ),
  settingsPage('settings/sign-in', async () => (await import('./features/settings/sign-in/form.js')).SignInSettings),
] as const;

const routeTree = root.addChildren([
  welcome,
  signIn,
  invitation,
  confirmSignIn,
  resetPassword,
  openIdCallback,
  signedIn.addChildren([start, profile, notAMember, operator, organization.addChildren([home, ...pages])]),
]);

/** The pages, below the path of the console. */
export const routerWith = (queries: QueryClient) =>
  createRouter({
    routeTree,
    basepath: `${base}/console`,
    context: { queries },
    defaultPreload: false,
    defaultErrorComponent: ({ error }) => <CallFailed error={error} />,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(textsOf(search)).toString();
      return text === '' ? '' : `?${text}`;
    },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerWith>;
  }
}

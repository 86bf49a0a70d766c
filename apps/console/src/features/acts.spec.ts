import { expect, it } from '@jest/globals';
import { allRoutes, memberPermissionOf } from '@tollgate/contracts';
import type { Act } from '../acts/act.js';
import { creationsOf } from '../acts/creations.js';
import * as accounting from './accounting-providers/acts.js';
import * as addOns from './add-ons/acts.js';
import * as keys from './api-keys/acts.js';
import * as metrics from './billable-metrics/acts.js';
import * as entities from './billing-entities/acts.js';
import * as coupons from './coupons/acts.js';
import * as notes from './credit-notes/acts.js';
import * as customers from './customers/acts.js';
import * as eventErrors from './event-errors/acts.js';
import * as campaigns from './dunning-campaigns/acts.js';
import { removeCoupon } from './customers/parts/coupons.js';
import * as dunning from './customers/parts/dunning.js';
import { editMetadata } from './customers/parts/metadata.js';
import * as methods from './customers/parts/payment-methods.js';
import { addPerson, changePerson, removePerson } from './customers/parts/portal-people.js';
import { openPortal, revokeSession } from './customers/parts/portal-sessions.js';
import { chooseCampaign } from './dunning-campaigns/of-entity.js';
import * as features from './features/acts.js';
import * as emails from './emails/acts.js';
import * as invites from './invites/acts.js';
import * as sections from './invoice-custom-sections/acts.js';
import * as invoices from './invoices/acts.js';
import * as invoiceCreations from './invoices/creations.js';
import * as members from './members/acts.js';
import * as providers from './payment-providers/acts.js';
import { requestFromCustomer } from './payment-requests/acts.js';
import * as plans from './plans/acts.js';
import { testPrices } from './plans/impact.js';
import { planMigrationActs } from './plan-migrations/acts.js';
import { scheduleVersion } from './plans/versions.js';
import { priceTestActs } from './price-tests/acts.js';
import * as roles from './roles/acts.js';
import { organizationActs } from './settings/organization/page.js';
import * as start from './start/acts.js';
import * as subscriptions from './subscriptions/acts.js';
import * as subscriptionAlerts from './subscriptions/parts/alerts.js';
import * as entitlements from './subscriptions/parts/entitlements.js';
import * as prices from './subscriptions/parts/prices.js';
import * as takingBack from './subscriptions/parts/taking-back.js';
import { setThresholds } from './subscriptions/parts/thresholds.js';
import * as starts from './subscriptions/creations.js';
import * as engines from './tax-providers/acts.js';
import * as taxes from './taxes/acts.js';
import * as walletCreations from './wallets/creations.js';
import * as wallets from './wallets/parts/acts.js';
import * as walletAlerts from './wallets/parts/alerts.js';
import { setLimits } from './wallets/parts/limits.js';
import { endRule, setRule } from './wallets/parts/rules.js';
import { voidTransaction } from './wallets/parts/transactions.js';
import * as endpoints from './webhook-endpoints/acts.js';
import * as messages from './webhook-messages/acts.js';

const modules = [
  addOns,
  keys,
  metrics,
  coupons,
  notes,
  customers,
  invites,
  invoices,
  members,
  plans,
  roles,
  start,
].concat(
  [eventErrors, emails, subscriptions, starts, taxes, wallets, endpoints, messages] as never,
  [[entities.createBillingEntity, chooseCampaign], entities.billingEntityActs, organizationActs] as never,
  [sections, campaigns, engines, [accounting.connectAccounting], accounting.accountingActs] as never,
  [providers.connectActs, providers.paymentProviderActs] as never,
  [invoiceCreations, walletCreations, [openPortal, revokeSession, addPerson, changePerson, removePerson]] as never,
  [subscriptionAlerts.alertActs, walletAlerts.alertActs, dunning.dunningActs, methods.methodActs] as never,
  [[subscriptionAlerts.createAlert, walletAlerts.createAlert, methods.linkProvider, methods.linkTestProvider]] as never,
  [[entitlements.grant, entitlements.withdraw, removeCoupon, editMetadata, setThresholds, setLimits]] as never,
  [[prices.overridePlan, prices.overrideCharge, prices.overrideUnits, setRule, endRule, voidTransaction]] as never,
  [[features.createFeature, features.removePrivilege, requestFromCustomer], features.featureActs, takingBack] as never,
  [[testPrices], priceTestActs, [scheduleVersion], planMigrationActs] as never,
);
const acts = modules.flatMap((module) => Object.values(module).flat() as Act<never>[]);

const routes = new Map(
  allRoutes.map((route) => [`${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`, route]),
);
/** One call creates and changes: the act of a change has the permission to change. */
const changes: Record<string, string> = { 'POST /customers': 'customers:update' };

it.each(acts.map((act) => [String(act.label.message ?? act.label.id), act.call, act.permission]))(
  '%s: the permission is that of %s',
  (_, call, permission) => {
    const route = routes.get(call);
    expect(route).toBeDefined();
    expect([route && memberPermissionOf(route), changes[call]]).toContain(permission);
  },
);

it('an act whose call answers a credential declares it', () => {
  const declared = acts.filter(({ handsOut }) => handsOut === true).map(({ call }) => call);
  const meant = acts.map(({ call }) => call).filter((call) => routes.get(call)?.handsOut === true);
  expect(declared).toEqual(meant);
  expect(declared).toContain(openPortal.call);
});

it('the search finds the acts that need no record, each by a name of its own', () => {
  const creations = creationsOf(modules);
  expect(creations.length).toBeGreaterThan(20);
  const names = creations.map(({ label }) => label.message);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['Create a customer', 'Create a plan', 'Create a one-off invoice']));
});

import { expect, it } from '@jest/globals';
import { memberPermissions, predefinedRoles } from '../resources/member-permissions.js';
import { memberPermissionOf, refusedPart } from './call-permissions.js';
import { allRoutes } from './routes.js';

const keyedRoutes = allRoutes.filter(({ access }) => access === undefined);
const permissionOf = (call: string) => {
  const route = keyedRoutes.find(({ method, path }) => `${method} ${path}` === call);
  if (!route) throw new Error(`There is no ${call}`);
  return memberPermissionOf(route);
};

it('every call requires an existing permission of members, and reads one to view, to manage, or for personal data', () => {
  for (const route of keyedRoutes) {
    const permission = memberPermissionOf(route);
    expect([route.path, memberPermissions.includes(permission ?? '')]).toEqual([route.path, true]);
    if (route.method === 'GET')
      expect([route.path, permission]).toEqual([
        route.path,
        expect.stringMatching(/:(view|manage)$|^customers:(erase|export)$/),
      ]);
    else if (!/preview|estimate|evaluate|price$|impact$/.test(route.path)) expect(permission).not.toMatch(/:view$/);
  }
});

it.each([
  ['GET /plans', 'plans:view'],
  ['POST /plans', 'plans:create'],
  ['PUT /plans/:code', 'plans:update'],
  ['DELETE /plans/:code', 'plans:delete'],
  ['PATCH /plans/:code/metadata', 'plans:update'],
  ['GET /plans/:code/versions/:number', 'plans:view'],
  ['POST /plans/:code/versions/:number/restore', 'plans:update'],
  ['POST /plans/:code/charges', 'charges:create'],
  ['DELETE /plans/:code/charges/:charge_code', 'charges:delete'],
  ['PUT /subscriptions/:external_id/charges/:charge_code', 'subscriptions:update'],
  ['DELETE /subscriptions/:external_id', 'subscriptions:update'],
  ['GET /customers/:external_customer_id/current_usage', 'customers:view'],
  ['POST /invoices', 'invoices:create'],
  ['POST /invoices/:svc_id/void', 'invoices:void'],
  ['PUT /invoices/:svc_id/finalize', 'invoices:update'],
  ['GET /invoices/:svc_id/explanation', 'invoices:view'],
  ['GET /fees/:svc_id/explanation', 'invoices:view'],
  ['GET /fees/:svc_id/events', 'invoices:view'],
  ['GET /customers/:external_customer_id/current_usage/explanation', 'customers:view'],
  ['POST /invoices/preview', 'invoices:view'],
  ['PUT /credit_notes/:svc_id/void', 'credit_notes:void'],
  ['GET /wallets', 'customers:view'],
  ['POST /customers/:external_customer_id/wallets', 'wallets:create'],
  ['DELETE /wallets/:svc_id', 'wallets:terminate'],
  ['POST /wallet_transactions', 'wallets:top_up'],
  ['POST /applied_coupons', 'coupons:attach'],
  ['DELETE /customers/:external_customer_id/applied_coupons/:applied_coupon_id', 'coupons:detach'],
  ['POST /dunning_campaigns', 'dunning_campaigns:create'],
  ['POST /payment_providers', 'organization:integrations:create'],
  ['POST /tax_providers', 'organization:integrations:create'],
  ['GET /accounting_providers/:code/syncs', 'organization:integrations:view'],
  ['POST /accounting_providers/:code/retry', 'organization:integrations:update'],
  ['PUT /taxes/:code', 'organization:taxes:update'],
  ['PUT /organizations', 'organization:update'],
  ['POST /events', 'developers:manage'],
  ['GET /webhook_messages', 'developers:manage'],
  ['POST /webhook_messages/:svc_id/replay', 'developers:manage'],
  ['POST /webhook_endpoints/:svc_id/pause', 'developers:manage'],
  ['DELETE /members/:svc_id', 'organization:members:delete'],
  ['POST /roles', 'roles:create'],
])('%s requires %s', (call, permission) => {
  expect(permissionOf(call)).toBe(permission);
});

it('matches the predefined roles', () => {
  const [, finance, manager] = predefinedRoles.map(({ permissions }) => new Set(permissions));
  expect(finance?.has('analytics:view')).toBe(true);
  expect(finance?.has('customers:create')).toBe(false);
  expect(manager?.has('customers:create')).toBe(true);
  expect(manager?.has('organization:view')).toBe(false);
  expect([...(finance ?? []), ...(manager ?? [])].filter((each) => each.includes('members'))).toEqual([]);
});

it('admits who may make one of the other calls, and else names the own permission', () => {
  const route = keyedRoutes.find(({ path }) => path === '/changes');
  if (!route) throw new Error('There is no feed of changes');
  const refusedWith = (permission: string) => refusedPart(route, (part) => part.permission === permission);
  expect([refusedWith('customer'), refusedWith('tax'), refusedWith('invoice')]).toEqual([null, null, null]);
  expect(refusedWith('webhook')?.permission).toBe('customer');
});

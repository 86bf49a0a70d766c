import type { PermissionResource, Route } from '../http/route.js';
import { memberPermissions } from '../resources/member-permissions.js';

const knownPermissions = new Set(memberPermissions);

/** Members' permission groups for the key permissions' resources, where their names differ. */
const groupOf: Partial<Record<PermissionResource, string>> = {
  add_on: 'addons',
  alert: 'subscriptions',
  analytic: 'analytics',
  billing_entity: 'billing_entities',
  customer_usage: 'customers',
  fee: 'invoices',
  lifetime_usage: 'subscriptions',
  organization: 'organization',
  payment_request: 'payments',
  tax: 'organization:taxes',
  wallet_transaction: 'wallets',
};

/** Calls whose permission group differs from the resource in their path. */
const groupOfPath: [RegExp, string][] = [
  [/\/(charges|fixed_charges)(\/|$)/, 'charges'],
  [/\/dunning(_campaigns)?(\/|$)/, 'dunning_campaigns'],
  [
    /\/payment_providers?(\/|$)|^\/sandbox_checkouts\/|^\/(tax|accounting)_providers(\/|$)/,
    'organization:integrations',
  ],
];

/** Resources that members view and change with one permission each. */
const single: Partial<Record<string, string>> = {
  event: 'developers:manage',
  webhook: 'developers:manage',
  webhook_endpoint: 'developers:manage',
  webhook_jwt_public_key: 'developers:manage',
  api_log: 'developers:manage',
  activity_log: 'audit_logs:view',
  security_log: 'security_logs:view',
};

/** The last word of a path, where it names an action. */
const actionOfWord: Record<string, string> = {
  void: 'void',
  download: 'export',
  resend_email: 'send',
  send_email: 'send',
  preview: 'view',
  price: 'view',
  impact: 'view',
  estimate: 'view',
  evaluate_expression: 'view',
};

/** Fallback actions for a group without the action, in this order. */
const instead: Record<string, readonly string[]> = {
  view: ['view', 'update'],
  create: ['create', 'top_up', 'attach', 'update'],
  update: ['update', 'create'],
  delete: ['delete', 'terminate', 'detach', 'update', 'create'],
  export: ['export', 'view'],
  send: ['send', 'view'],
  void: ['void', 'update'],
};

/** Calls of resources that lack permissions of their own for some actions. */
const particular: Partial<Record<string, Partial<Record<string, string>>>> = {
  wallet: { view: 'customers:view' },
  wallet_transaction: { view: 'customers:view', create: 'wallets:top_up', update: 'wallets:top_up' },
  applied_coupon: { view: 'coupons:view', create: 'coupons:attach', delete: 'coupons:detach' },
};

function actionOf({ method, path }: Route): string {
  if (method === 'GET') return 'view';
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? '';
  const named = actionOfWord[last];
  if (named) return named;
  if (method === 'POST') return parts.length === 1 || isCollection(parts) ? 'create' : 'update';
  if (method === 'DELETE') return parts.length === 2 || isCollection(parts.slice(0, -1)) ? 'delete' : 'update';
  return 'update';
}

/** Lists of resources below others: `/customers/{id}/wallets`, `/plans/{code}/charges`. */
const ownLists = new Set(['wallets', 'charges', 'fixed_charges', 'applied_coupons', 'payment_methods']);
const isCollection = (parts: string[]) => ownLists.has(parts.at(-1) ?? '');

/**
 * The permission that a member needs for a call (customers, section 14): the call's own, or else that of its resource
 * and action.
 * @returns null for a call that only admins may make
 */
export function memberPermissionOf(route: Route): string | null {
  if (route.memberPermission) return route.memberPermission;
  if (/^\/api_keys(\/|$)/.test(route.path)) return 'developers:keys:manage';
  const alone = single[route.permission];
  if (alone) return alone;
  const action = actionOf(route);
  const special = particular[route.permission]?.[action];
  if (special) return special;
  const ownGroup = groupOf[route.permission] ?? `${route.permission}s`;
  const byPath = groupOfPath.find(([pattern]) => pattern.test(route.path))?.[1];
  // Reading charges needs the permission of their parent; so does changing those of a subscription.
  const group = byPath === 'charges' && (action === 'view' || ownGroup !== 'plans') ? ownGroup : (byPath ?? ownGroup);
  const candidates = (instead[action] ?? []).map((each) => `${group}:${each}`);
  return candidates.find((permission) => knownPermissions.has(permission)) ?? null;
}

/** A call as each of its resources judges it: its own first, then those that it shows as well. */
export function permittedParts({ alsoReads = [], ...route }: Route): Route[] {
  const { memberPermission, ...shared } = route;
  const own = memberPermission === undefined ? shared : { ...shared, memberPermission };
  return [own, ...alsoReads.map((permission) => ({ ...shared, permission }))];
}

/** The part of a call that a caller may not make; null when the caller may make the call, or one that admits to it. */
export function refusedPart(route: Route, may: (part: Route) => boolean): Route | null {
  const refused = permittedParts(route).find((part) => !may(part)) ?? null;
  return refused && route.orMake?.some(may) ? null : refused;
}

import { expect, it } from '@jest/globals';
import { allRoutes, memberPermissionOf } from '@tollgate/contracts';
import type { Act } from '../acts/act.js';
import * as addOns from './add-ons/acts.js';
import * as keys from './api-keys/acts.js';
import * as metrics from './billable-metrics/acts.js';
import * as coupons from './coupons/acts.js';
import * as notes from './credit-notes/acts.js';
import * as customers from './customers/acts.js';
import * as emails from './emails/acts.js';
import * as invites from './invites/acts.js';
import * as invoices from './invoices/acts.js';
import * as members from './members/acts.js';
import * as plans from './plans/acts.js';
import * as roles from './roles/acts.js';
import * as start from './start/acts.js';
import * as subscriptions from './subscriptions/acts.js';
import * as starts from './subscriptions/start.js';
import * as taxes from './taxes/acts.js';
import * as wallets from './wallets/acts.js';
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
].concat([emails, subscriptions, starts, taxes, wallets, endpoints, messages] as never);
const acts = modules.flatMap((module) => Object.values(module).flat() as Act<never>[]);

const permissions = new Map(
  allRoutes.map((route) => [
    `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
    memberPermissionOf(route) ?? undefined,
  ]),
);
/** One call creates and changes: the act of a change has the permission to change. */
const changes: Record<string, string> = { 'POST /customers': 'customers:update' };

it.each(acts.map((act) => [String(act.label.message ?? act.label.id), act.call, act.permission]))(
  '%s: the permission is that of %s',
  (_, call, permission) => {
    expect(permissions.has(call)).toBe(true);
    expect([permissions.get(call), changes[call]]).toContain(permission);
  },
);

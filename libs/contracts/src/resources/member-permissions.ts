/**
 * The permissions of organization members, `group:action` (customers, section 14). After an action, `F` and `M` mean
 * that the predefined roles finance and manager have it too; admin has every permission.
 */
const groups = {
  addons: 'view.FM create update delete',
  ai_conversations: 'view create',
  audit_logs: 'view',
  authentication_methods: 'view update',
  analytics: 'view.F',
  billable_metrics: 'view create update delete',
  billing_entities: 'view.FM create.F update.F delete.F',
  charges: 'create update delete',
  coupons: 'view.FM create update delete attach.M detach.M',
  credit_notes: 'view.FM create.FM update.FM void.FM export.FM send.FM',
  customers: 'view.FM create.M update.M delete.M export erase',
  data_api: 'view.F',
  developers: 'manage keys:manage',
  dunning_campaigns: 'view.FM create.F update.F delete.F',
  features: 'view create update delete',
  invoices: 'view.FM send.FM create.FM update.FM void.FM export.FM delete',
  invoice_custom_sections: 'view.F create.F update.F delete.F',
  quotes: 'view.FM create.M update.M approve.M clone.M void.M',
  order_forms: 'view.FM sign.M void.M',
  orders: 'view.FM update.M execute.M',
  organization:
    'view.F update.F invoices:view.F invoices:update.F taxes:view taxes:update emails:view emails:update ' +
    'integrations:view.F integrations:create.F integrations:update.F integrations:delete.F ' +
    'members:view members:create members:update members:delete',
  payments: 'view.FM create.FM',
  payment_methods: 'view create update delete',
  payment_receipts: 'view.FM send.FM',
  plans: 'view.FM create update delete',
  pricing_units: 'view.F create update',
  products: 'view create update delete',
  product_filters: 'view create update delete',
  product_categories: 'view create update delete',
  rate_cards: 'view create update delete',
  roles: 'view create update delete',
  security_logs: 'view',
  subscriptions: 'view.FM create.M update.M',
  wallets: 'create.M update.M top_up.M terminate.M',
} as const;

const every = Object.entries(groups).flatMap(([group, actions]) =>
  actions.split(' ').map((entry) => {
    const [action = '', others = ''] = entry.split('.');
    return { permission: `${group}:${action}`, others };
  }),
);

/** Every permission that a role can have. */
export const memberPermissions: readonly string[] = every.map(({ permission }) => permission);

const sharedWith = (mark: 'F' | 'M') =>
  every.filter(({ others }) => others.includes(mark)).map(({ permission }) => permission);

/** Roles that every organization has; they are read-only. */
export const predefinedRoles = [
  { code: 'admin', name: 'Admin', permissions: memberPermissions },
  { code: 'finance', name: 'Finance', permissions: sharedWith('F') },
  { code: 'manager', name: 'Manager', permissions: sharedWith('M') },
] as const;

/** The role whose members have every right, including granting it. */
export const adminRole = 'admin';

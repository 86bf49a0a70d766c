/**
 * Features whose code and texts come with the first visit of one of their pages, so that the first page of all people
 * stays small.
 */
export const settingsFeatures = [
  'accounting-providers',
  'billing-entities',
  'dunning-campaigns',
  'invites',
  'invoice-custom-sections',
  'members',
  'payment-providers',
  'roles',
  'settings',
  'tax-providers',
];

/** The pages of the installation, for its operators. */
export const operatorFeatures = ['operator'];

/**
 * What the pages of single records have beside what their lists have, with the forms of its acts. All of metrics, plans,
 * their migrations and price tests.
 */
export const recordParts = [
  'alerts',
  'billable-metrics',
  'customers/parts',
  'plan-migrations',
  'plans',
  'price-tests',
  'subscriptions/parts',
  'wallets/parts',
];

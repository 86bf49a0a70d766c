import type { PublishedProvider } from './published-provider.js';

/** The sandbox provider, whose methods decide the outcome of a payment. */
export const sandbox = {
  name: 'sandbox',
  title: 'Sandbox',
  isForTests: true,
  settings: {},
  required: [],
  forms: {},
  addresses: {},
  hasPaymentPages: true,
  methodTypes: null,
  meterEvents: null,
} as const satisfies PublishedProvider;

/**
 * Payment methods of the sandbox provider, named after the outcome of a payment. A late one is `processing` for an
 * hour, and its outcome is reported twice.
 */
export const sandboxMethods = [
  'pm_succeeds',
  'pm_fails',
  'pm_requires_action',
  'pm_late',
  'pm_late_fails',
  'pm_refund_fails',
] as const;
export type SandboxMethod = (typeof sandboxMethods)[number];

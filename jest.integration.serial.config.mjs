// Integration tests that look at the whole installation, lock its tables or end its connections: one after another, with
// nothing beside them.
import { shared } from './jest.config.mjs';

export const serial = [
  'libs/invoicing/src/documents/coupons/applied-coupons.integration.spec.ts',
  'libs/platform/src/database/housekeeping.integration.spec.ts',
  'libs/platform/src/messaging/relay.integration.spec.ts',
  'libs/subscription/src/model/overrides/plan-overrides.integration.spec.ts',
  'libs/webhook-delivery/src/attempts/fairness.integration.spec.ts',
];

export default {
  ...shared,
  testMatch: serial.map((path) => `<rootDir>/${path}`),
  maxWorkers: 1,
};

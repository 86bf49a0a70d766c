// Integration tests that look at the whole installation, or measure time: one after another, with nothing beside them.
import { shared } from './jest.config.mjs';

export const serial = [
  'libs/platform/src/database/housekeeping.integration.spec.ts',
  'libs/webhook-delivery/src/attempts/fairness.integration.spec.ts',
];

export default {
  ...shared,
  testMatch: serial.map((path) => `<rootDir>/${path}`),
  maxWorkers: 1,
  testTimeout: 60_000,
};

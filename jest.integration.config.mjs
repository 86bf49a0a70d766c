// Integration tests talk to a running installation: BASE_URL, ADMIN_API_KEY and DATABASE_URL say where it is. `npm test`
// starts one for them, `npm run test:cluster` runs them against a cluster.
import { shared } from './jest.config.mjs';

export default {
  ...shared,
  testMatch: ['<rootDir>/libs/**/*.integration.spec.ts', '<rootDir>/apps/**/*.integration.spec.ts'],
  maxWorkers: 1,
  testTimeout: 60_000,
};

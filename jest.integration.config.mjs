// Integration tests talk to a running installation: BASE_URL, ADMIN_API_KEY and DATABASE_URL say where it is. `npm test`
// starts one for them, `npm run test:cluster` runs them against a cluster. They keep to organizations of their own, so
// that several files run at once; those that cannot are listed in jest.integration.serial.config.mjs.
import { shared } from './jest.config.mjs';
import { serial } from './jest.integration.serial.config.mjs';

export default {
  ...shared,
  testMatch: ['<rootDir>/libs/**/*.integration.spec.ts', '<rootDir>/apps/**/*.integration.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...serial.map((path) => path.replaceAll('.', '\\.'))],
  testSequencer: '<rootDir>/jest.sequencer.mjs',
  maxWorkers: 3,
};

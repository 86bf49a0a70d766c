// Unit and property tests. Nothing has to be built or running for them. Integration tests (*.integration.spec.ts) talk to
// a running installation: see jest.integration.config.mjs.
export const shared = {
  // Jest's own runner loads all modules anew for each file. That took nine tenths of the time of the unit tests.
  runner: ['jest-light-runner', { runtime: 'child_process' }], // the usage store's engine serves one directory in a process
  setupFiles: ['<rootDir>/jest.modules.mjs', '<rootDir>/jest.properties.mjs'],
  transform: {},
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
};

export default {
  ...shared,
  testMatch: ['<rootDir>/libs/**/*.spec.ts', '<rootDir>/apps/**/*.spec.ts'],
  testPathIgnorePatterns: ['\\.integration\\.spec\\.ts$', '/node_modules/'],
};

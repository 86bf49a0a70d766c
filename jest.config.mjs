// Unit and property tests run on the sources through SWC; nothing has to be built or running for them.
// Integration tests (*.integration.spec.ts) talk to a running installation: see jest.integration.config.mjs.
export const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^@tollgate/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@tollgate/([^/]+)/reader$': '<rootDir>/libs/$1/src/reader.ts',
    '^@tollgate/platform/buckets$': '<rootDir>/libs/platform/src/buckets/index.ts',
    '^@tollgate/contracts/e-invoices$': '<rootDir>/libs/contracts/src/e-invoices/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  setupFiles: ['<rootDir>/jest.properties.mjs'],
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
  // Modules of finished test files stay in memory. Without the limit, a process collects garbage of gigabytes at last.
  workerIdleMemoryLimit: '600MB',
};

export default {
  ...shared,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '/apps/console/.+\\.tsx?$': '<rootDir>/apps/console/jest-transform.mjs', ...shared.transform },
  moduleNameMapper: {
    // Specs of pages run without a document.
    '^(\\.{1,2}/)+base\\.js$': '<rootDir>/apps/console/src/base.fixture.ts',
    ...shared.moduleNameMapper,
  },
  // A first use of fonts or of the usage store takes seconds on a busy machine. No test asserts a duration by it.
  testTimeout: 30_000,
  testMatch: ['<rootDir>/libs/**/*.spec.ts', '<rootDir>/apps/**/*.spec.ts'],
  testPathIgnorePatterns: ['\\.integration\\.spec\\.ts$', '/node_modules/'],
};

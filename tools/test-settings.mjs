/**
 * Settings of services that tests talk to. The wall clock's work is looked for every minute otherwise, and tests of it
 * would wait for that. What only repairs (`SWEEP_SECONDS`) keeps its own pace: in time with a test it would hide what is lost.
 */
export const testSettings = { DUE_WORK_SECONDS: '5' };

/** What integration tests and the conformance runner read to find a service. */
export const serviceAddresses = (service) => ({
  BASE_URL: service.baseUrl,
  OPERATIONS_URL: service.operationsUrl,
  ADMIN_API_KEY: service.adminApiKey,
  DATABASE_URL: service.databaseUrl,
});

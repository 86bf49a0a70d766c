/** Tests issue thousands of documents. Drawing those without a reader would take a part of their time. */
export const fewDrawings = { FILE_DRAWING_PERCENT: '1' };

/**
 * Settings of services for tests. Services poll for due work every minute by default, and tests would wait for that.
 * Reconcilers (`SWEEP_SECONDS`) run at their usual pace: at the pace of tests they would hide lost work.
 */
export const testSettings = { DUE_WORK_SECONDS: '5', ...fewDrawings };

/** The settings with which integration tests and the conformance runner find a service and the doubles that it uses. */
export const serviceAddresses = (service, doubles) => ({
  ...doubles.env,
  BASE_URL: service.baseUrl,
  OPERATIONS_URL: service.operationsUrl,
  ADMIN_API_KEY: service.adminApiKey,
  DATABASE_URL: service.databaseUrl,
});

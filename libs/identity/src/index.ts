export { IdentityModule } from './identity.module.js';
export { migrateApiLogs } from './api-logs/api-log-table.js';
export { identityMigrations } from './identity.migrations.js';
export { SetupLinks } from './operators/setup-links.js';
export { OrganizationsService } from './organizations/organizations.service.js';

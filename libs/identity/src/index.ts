export { IdentityModule } from './identity.module.js';
export { identityMigrations } from './identity.migrations.js';
export { OrganizationsService } from './organizations/organizations.service.js';

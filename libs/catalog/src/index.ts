export { CatalogModule } from './catalog.module.js';
export { catalogMigrations } from './catalog.migrations.js';

export { IngestionModule } from './ingestion.module.js';
export { ingestionMigrations } from './ingestion.migrations.js';
export { migrateUsageStore } from './store/migrate-usage-store.js';

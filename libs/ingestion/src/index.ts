export { IngestionModule } from './ingestion.module.js';
export { ingestionMigrations } from './ingestion.migrations.js';
export { migrateUsageStore } from './store/blocks/migrate-usage-store.js';

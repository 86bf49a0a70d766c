export { DocumentModule } from './document.module.js';
export { documentMigrations } from './document.migrations.js';

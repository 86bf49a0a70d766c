import type { Database } from './database.js';
import { recordedMigrations } from './recorded-migrations.js';
import { stepsOf, type SchemaMigrations } from './schema-migrations.js';

/** The database is older than this process's code. */
export class SchemaTooOld extends Error {}

/** Checks whether the database has every migration that this process's code knows. */
export class SchemaVersions {
  private upToDate = false;

  constructor(
    private readonly database: Database,
    private readonly expected: SchemaMigrations[],
  ) {}

  /**
   * A newer database is fine: migrations stay compatible with the previous version (docs/contribute/migrations.md).
   * @throws SchemaTooOld naming the schema and the first missing migration
   */
  async check(): Promise<void> {
    if (this.upToDate) return;
    for (const migrations of this.expected) {
      const done = await this.database.everyTenant((transaction) => recordedMigrations(transaction, migrations.schema));
      const missing = stepsOf(migrations).find(({ name }) => !done.has(name));
      if (missing) throw new SchemaTooOld(`schema ${migrations.schema} waits for its migration ${missing.name}`);
    }
    this.upToDate = true;
  }
}

import { sql } from 'kysely';
import type { Database } from './database.js';
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
      const done = await this.done(migrations.schema);
      const missing = stepsOf(migrations).find(({ name }) => !done.has(name));
      if (missing) throw new SchemaTooOld(`schema ${migrations.schema} waits for its migration ${missing.name}`);
    }
    this.upToDate = true;
  }

  private async done(schema: string): Promise<Set<string>> {
    const { rows: tables } = await this.database.everyTenant((transaction) =>
      sql<{ there: boolean }>`select to_regclass(${`${schema}.migrations`}) is not null as there`.execute(transaction),
    );
    if (!tables[0]?.there) return new Set();
    const { rows } = await this.database.everyTenant((transaction) =>
      sql<{ name: string }>`select name from ${sql.table(`${schema}.migrations`)}`.execute(transaction),
    );
    return new Set(rows.map(({ name }) => name));
  }
}

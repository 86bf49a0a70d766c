import { recordedMigrations } from './recorded-migrations.js';
import type { SchemaMigrations } from './schema-migrations.js';
import type { Transaction } from './transaction.js';

/** The database is of a release that this one does not upgrade. */
export class ReleaseTooOld extends Error {}

/**
 * Checks, before anything is changed, that each schema is empty or has every migration of its baseline. The migrations of
 * a schema are one transaction, so an interrupted one leaves either.
 * @throws ReleaseTooOld naming the release to install first
 */
export async function checkOldestRelease(database: Transaction, all: readonly SchemaMigrations[]): Promise<void> {
  for (const { schema, baseline } of all) {
    if (!baseline) continue;
    const recorded = await recordedMigrations(database, schema);
    const missing = recorded.size > 0 && baseline.names.find((name) => !recorded.has(name));
    if (missing)
      throw new ReleaseTooOld(
        `The database is of a release before ${baseline.release}: schema ${schema} lacks the migration ${missing}. ` +
          `Nothing was changed. Install release ${baseline.release} first and start it once; then install this one.`,
      );
  }
}

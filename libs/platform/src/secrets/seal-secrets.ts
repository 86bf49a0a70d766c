import pg from 'pg';
import type { SchemaMigrations } from '../database/schema-migrations.js';
import { everyTenantRoleOf } from '../database/tenancy.js';
import { isSealed, type SecretBox } from './secret-box.js';

const rowsAtOnce = 500;

interface Row {
  id: string;
  organization_id: string | null;
  kept: string;
}

/**
 * Seals all secrets in all schemas that the present key does not seal: unsealed ones of an older version, and those
 * under the previous key. It may run at any time; processes can read the secrets meanwhile.
 * @param url of the role that owns the tables
 * @throws Error when a secret cannot be opened
 */
export async function sealSecrets(
  url: string,
  features: SchemaMigrations[],
  box: SecretBox,
  report: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const { schema, secrets = [] } of features) {
      for (const { table, column } of secrets) {
        let sealed = 0;
        for (let count = rowsAtOnce; count === rowsAtOnce; sealed += count)
          count = await sealSome(client, { schema, table, column }, box);
        if (sealed > 0) report(`${schema}.${table}: ${sealed} secrets sealed`);
      }
    }
  } finally {
    await client.end();
  }
}

/** @returns the number of rows found */
async function sealSome(
  client: pg.Client,
  { schema, table, column }: { schema: SchemaMigrations['schema']; table: string; column: string },
  box: SecretBox,
): Promise<number> {
  await client.query(`begin; set local role ${everyTenantRoleOf(schema)}`);
  try {
    const { rows } = await client.query<Row>(
      `select id, to_jsonb(secret_row)->>'organization_id' as organization_id, ${column} as kept
       from ${schema}.${table} secret_row
       where not starts_with(${column}, $1) and not starts_with(${column}, $2) order by id limit ${rowsAtOnce} for update`,
      box.presentPrefixes,
    );
    const sealed = rows.map(({ id, organization_id: organizationId, kept: secret }) => {
      const place = { schema, table, column, id, organizationId };
      return box.seal(isSealed(secret) ? box.open(secret, place) : secret, place);
    });
    await client.query(
      `update ${schema}.${table} kept set ${column} = sealed.value from unnest($1::uuid[], $2::text[]) sealed (id, value) where kept.id = sealed.id`,
      [rows.map(({ id }) => id), sealed],
    );
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

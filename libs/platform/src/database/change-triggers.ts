import { sql } from 'kysely';
import { changeKindOf, changeTypes, type ChangeKind, type ChangeType } from '@tollgate/contracts';
import type { Transaction } from './transaction.js';
import { everyTenantRoleOf, type SchemaName } from './tenancy.js';

/** A function that logs the changes of a table, and the table whose statements call it. */
interface Logged {
  type: ChangeType;
  table: string;
  /** Its name without its schema, which is `platform`. */
  name: string;
  body: string;
  /** Settings of the planner for its statements. */
  planning: string;
}

/** Holds, until the transaction ends, the lock of changes to rights of schemas. */
export const lockRights = 'select pg_advisory_xact_lock(7140002);';

const operations = [
  { name: 'insert', transition: 'new table as new_rows' },
  { name: 'update', transition: 'old table as old_rows new table as new_rows' },
  { name: 'delete', transition: 'old table as old_rows' },
] as const;

const owner = everyTenantRoleOf('platform');
const into = 'insert into platform.pending_changes (organization_id, type, object_id, key, change)';

/** Logs a statement on the table of a kind: an object that comes into sight is created, one that leaves it deleted. */
function ofKind(type: ChangeType, { table, shown = 'true', named }: ChangeKind): Logged {
  const key = named ?? 'null::text';
  const rows = (name: string) => `(select id, organization_id, ${key} as key, (${shown}) as shown from ${name})`;
  const updated =
    shown === 'true'
      ? `${into} select organization_id, '${type}', id, ${key}, 'updated' from new_rows;`
      : `${into} select now.organization_id, '${type}', now.id, now.key,
          case when not now.shown then 'deleted' when before.shown then 'updated' else 'created' end
        from ${rows('new_rows')} now join ${rows('old_rows')} before on before.id = now.id
        where now.shown or before.shown;`;
  return {
    type,
    table,
    name: `log_${type}`,
    // PostgreSQL caches its plans, and a plan for few rows must suit many: nested loops would not.
    planning: 'set enable_nestloop = off',
    body: `
      if tg_op = 'INSERT' then
        ${into} select organization_id, '${type}', id, ${key}, 'created' from new_rows where ${shown};
      elsif tg_op = 'UPDATE' then
        ${updated}
      else
        ${into} select organization_id, '${type}', id, ${key}, 'deleted' from old_rows where ${shown};
      end if;`,
  };
}

/** Logs a statement on a table of parts: its objects are updated. */
function ofPart(type: ChangeType, { table, shown = 'true', named }: ChangeKind, part: string, column: string): Logged {
  const touched = (rows: string) => `
    ${into} select object.organization_id, '${type}', object.id, object.key, 'updated'
      from (select distinct ${column} as id from ${rows}) part
      join lateral (
        select id, organization_id, ${named ?? 'null::text'} as key from ${table} owner where owner.id = part.id and ${shown}
      ) object on true;`;
  return {
    type,
    table: part,
    // PostgreSQL cuts names of more than 63 characters.
    name: `log_${type}_of_${part.replace(/^.*\./, '')}`,
    // Each object is found by its key, whatever the number of parts that the cached plan was made for.
    planning: 'set enable_hashjoin = off set enable_mergejoin = off',
    body: `if tg_op = 'DELETE' then ${touched('old_rows')} else ${touched('new_rows')} end if;`,
  };
}

const logged: readonly Logged[] = changeTypes.flatMap((type) => {
  const kind = changeKindOf(type);
  const parts = Object.entries(kind.parts ?? {});
  return [ofKind(type, kind), ...parts.map(([part, column]) => ofPart(type, kind, part, column))];
});

const definition = ({ name, planning, body }: Logged): string => `
  create or replace function platform.${name}() returns trigger
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    ${planning}
    as $log$ begin ${body} return null; end $log$;`;

/** Writes the time of an update into its row: that of the organization's clock. */
const timeOfChange = 'note_time_of_change';
const timeOfChangeDefinition = `
  create or replace function platform.${timeOfChange}() returns trigger language plpgsql as $note$ begin
    new.changed_at := coalesce(
      (select clock.frozen_time from identity.test_clocks clock where clock.organization_id = new.organization_id),
      date_trunc('milliseconds', now()));
    return new;
  end $note$;`;

interface Trigger {
  table: string;
  name: string;
  create: string;
}

/**
 * Creates the triggers that log the changes of every kind whose table exists, and those that write `changed_at`. Removes the
 * triggers of former kinds. Safe to run any number of times: a table with its triggers is not locked again.
 * @param schemas those that the database has
 */
export async function installChangeTriggers(database: Transaction, schemas: readonly SchemaName[]): Promise<void> {
  const tables = await existingTables(
    database,
    logged.map(({ table }) => table).filter((table) => schemas.some((schema) => table.startsWith(`${schema}.`))),
  );
  const present = logged.filter(({ table }) => tables.has(table));
  // The role of all tenants owns the functions: they write for any service, and for migrations that move rows.
  const functions = `
    ${lockRights}
    grant create on schema platform to ${owner};
    set local role ${owner};
    ${timeOfChangeDefinition}
    ${present.map(definition).join('\n')}
    reset role;
    revoke create on schema platform from ${owner};`;
  await sql.raw(functions).execute(database);
  const installed = await installedTriggers(database);
  const needed = [...present.flatMap(triggersOf), ...(await tablesWithTime(database)).map(triggerOfTime)];
  const keys = new Set(needed.map(keyOf));
  for (const trigger of needed) if (!installed.has(keyOf(trigger))) await sql.raw(trigger.create).execute(database);
  for (const [key, drop] of installed) if (!keys.has(key)) await sql.raw(drop).execute(database);
}

async function existingTables(database: Transaction, tables: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ table: string }>`
    select named as table from unnest(${tables}::text[]) named where to_regclass(named) is not null
  `.execute(database);
  return new Set(rows.map(({ table }) => table));
}

const keyOf = ({ table, name }: Pick<Trigger, 'table' | 'name'>) => `${table} ${name}`;

const triggersOf = ({ type, table, name }: Logged): Trigger[] =>
  operations.map((operation) => ({
    table,
    name: `log_${type}_${operation.name}`,
    create: `create or replace trigger log_${type}_${operation.name} after ${operation.name} on ${table}
      referencing ${operation.transition} for each statement execute function platform.${name}()`,
  }));

const triggerOfTime = (table: string): Trigger => ({
  table,
  name: timeOfChange,
  create: `create or replace trigger ${timeOfChange} before update on ${table}
    for each row execute function platform.${timeOfChange}()`,
});

/** The tables of kinds that have the column of the time. */
async function tablesWithTime(database: Transaction): Promise<string[]> {
  const tables = logged.map(({ table }) => table);
  const { rows } = await sql<{ table: string }>`
    select attrelid::regclass::text as table from pg_attribute
    where attname = 'changed_at' and not attisdropped and attrelid::regclass::text = any(${tables}::text[]) order by 1
  `.execute(database);
  return rows.map(({ table }) => table);
}

/** The statements that drop the triggers of these functions, by table and name. */
async function installedTriggers(database: Transaction): Promise<Map<string, string>> {
  const { rows } = await sql<{ table: string; name: string }>`
    select trigger.tgrelid::regclass::text as table, trigger.tgname as name
    from pg_trigger trigger join pg_proc function on function.oid = trigger.tgfoid
    where function.pronamespace = 'platform'::regnamespace
      and (function.proname like 'log\\_%' or function.proname = ${timeOfChange})
  `.execute(database);
  return new Map(rows.map((row) => [keyOf(row), `drop trigger ${row.name} on ${row.table}`]));
}

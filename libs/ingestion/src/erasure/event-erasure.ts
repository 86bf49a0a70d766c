import { randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import {
  ClickHouse,
  Erasures,
  isChanging,
  type ErasedStep,
  type RunningErasure,
  type TenantTransaction,
} from '@tollgate/platform';
import { readOwnExternalSubscriptionIds } from '@tollgate/subscription/reader';
import { endUploads } from '../backfills/records/ended-uploads.repository.js';
import { IngestionDatabase } from '../ingestion.database.js';

/** Tables of events with properties, in the order of their erasure: what is read from comes before its copies. */
const tables = ['events_raw', 'events_raw_until_partitions', 'events'] as const;
/** Names the mutation of an erasure: a comment in a condition that is always true. */
const markOf = (erasureId: string) => `'${erasureId}' != ''`;
const subscriptionsAtOnce = 500;

/** Erases the values of personal properties in the events of a customer (customers, section 17). */
@Injectable()
export class EventErasure implements OnApplicationBootstrap {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly clickhouse: ClickHouse,
    private readonly erasures: Erasures,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.erasures.serve('ingestion', this.database, {
      events: (transaction, erasure, reached) => this.step(transaction, erasure, reached),
    });
  }

  /**
   * The store rewrites the parts with these events in its own time. So each table has three steps: to count the events,
   * to request that, and to find it done. A request that is repeated changes nothing more.
   * @param reached the place in the list of tables and subscriptions, and what comes next there
   */
  private async step(
    transaction: TenantTransaction,
    erasure: RunningErasure,
    reached: string | null,
  ): Promise<ErasedStep | null> {
    const all = await readOwnExternalSubscriptionIds(transaction, erasure.subjectId);
    if (erasure.personalProperties.length === 0 || all.length === 0) return { rows: 0 };
    if (reached === null) {
      const rows = (await blankVoided(transaction, erasure, all)) + (await endUploads(transaction));
      return { rows, next: '0 count' };
    }
    const [position = '0', act] = reached.split(' ');
    const portions = Math.ceil(all.length / subscriptionsAtOnce);
    const table = tables[Math.floor(Number(position) / portions)];
    const first = (Number(position) % portions) * subscriptionsAtOnce;
    const subscriptions = all.slice(first, first + subscriptionsAtOnce);
    const following = `${Number(position) + 1} count`;
    if (table === undefined) {
      for (let from = 0; from < all.length; from += subscriptionsAtOnce)
        await this.deleteRollups(erasure, all.slice(from, from + subscriptionsAtOnce));
      return { rows: 0 };
    }
    if (act === 'wait')
      return (await isChanging(this.clickhouse, table, erasure.id)) ? null : { rows: 0, next: following };
    if (act === 'rewrite') {
      await this.rewrite(table, erasure, subscriptions);
      return { rows: 0, next: `${position} wait` };
    }
    const events = (await this.exists(table)) ? await this.count(table, erasure, subscriptions) : 0;
    return { rows: events, next: events > 0 ? `${position} rewrite` : following };
  }

  private async exists(table: string): Promise<boolean> {
    const found = await this.clickhouse.rows<{ name: string }>(
      'select name from system.tables where database = {database:String} and name = {table:String}',
      { database: this.clickhouse.database, table },
    );
    return found.length > 0;
  }

  private async count(table: string, erasure: RunningErasure, subscriptions: string[]): Promise<number> {
    const [counted] = await this.clickhouse.rows<{ events: string }>(
      `select count() as events from ${this.clickhouse.database}.${table}
       where ${ofSubscriptions} and arrayExists(key -> mapContains(texts, key), {keys:Array(String)})`,
      parametersOf(erasure, subscriptions),
    );
    return Number(counted?.events ?? 0);
  }

  /**
   * Removes the properties from the JSON and from its texts. A metric may count one of them: then its values become
   * other texts, which still differ from each other. So counts stay, and no text leads back to a person.
   */
  private async rewrite(table: string, erasure: RunningErasure, subscriptions: string[]): Promise<void> {
    const personal = 'has({keys:Array(String)}, property.1)';
    await this.clickhouse.command(
      `alter table ${this.clickhouse.database}.${table} update
         value_text = if(value_text is not null and arrayExists(key -> texts[key] = value_text and mapContains(texts, key), {keys:Array(String)}),
           concat('erased_', lower(hex(SHA256(concat({salt:String}, ifNull(value_text, '')))))), value_text),
         texts = mapFilter((key, text) -> not has({keys:Array(String)}, key), texts),
         properties = concat('{', arrayStringConcat(arrayMap(property -> concat(toJSONString(property.1), ':', property.2),
           arrayFilter(property -> not ${personal}, JSONExtractKeysAndValuesRaw(properties))), ','), '}')
       where ${markOf(erasure.id)} and ${ofSubscriptions}
         and arrayExists(key -> mapContains(texts, key), {keys:Array(String)})`,
      { ...parametersOf(erasure, subscriptions), salt: randomBytes(32).toString('hex') },
    );
  }

  /** Deletes totals of hours and days: the next query has them made again from the events. */
  private async deleteRollups(erasure: RunningErasure, subscriptions: string[]): Promise<void> {
    await this.clickhouse.command(
      `alter table ${this.clickhouse.database}.rollups delete where ${ofSubscriptions}`,
      parametersOf(erasure, subscriptions),
    );
  }
}

const ofSubscriptions =
  'organization_id = {organization:UUID} and external_subscription_id in {subscriptions:Array(String)}';
const parametersOf = (
  { organizationId, personalProperties }: RunningErasure,
  subscriptions: string[],
): Record<string, unknown> => ({ organization: organizationId, subscriptions, keys: personalProperties });

/** Blanks the properties in the records of voided events and of their corrections. @returns the number of rows */
async function blankVoided(
  transaction: TenantTransaction,
  { personalProperties }: RunningErasure,
  subscriptions: string[],
): Promise<number> {
  let rows = 0n;
  for (const column of ['event', 'replacement']) {
    const record = sql`${sql.ref(column)}::jsonb`;
    const { numAffectedRows = 0n } = await sql`
      update ingestion.voided_events
      set ${sql.ref(column)} = jsonb_set(${record}, '{properties}', (${record} -> 'properties') - ${personalProperties}::text[])
      where organization_id = ${transaction.organizationId}
        and (${record} ->> 'external_subscription_id') = any(${subscriptions}::text[])
        and jsonb_typeof(${record} -> 'properties') = 'object'
        and (${record} -> 'properties') ?| ${personalProperties}::text[]
    `.execute(transaction);
    rows += numAffectedRows;
  }
  return Number(rows);
}

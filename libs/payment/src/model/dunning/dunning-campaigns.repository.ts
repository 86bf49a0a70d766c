import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { DunningCampaignFilters, DunningThreshold, SortsOf } from '@tollgate/contracts';
import {
  insertRows,
  instantKey,
  listForm,
  nameKey,
  narrowed,
  readList,
  type TenantTransaction,
} from '@tollgate/platform';
import type { DunningCampaignsTable } from './dunning.tables.js';
import { tables } from '../payment.tables.js';

export type DunningCampaignRow = Selectable<DunningCampaignsTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('payment.dunning_campaigns')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertCampaign(
  transaction: TenantTransaction,
  row: Insertable<DunningCampaignsTable>,
): Promise<DunningCampaignRow> {
  return tables(transaction)
    .insertInto('payment.dunning_campaigns')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findCampaign(
  transaction: TenantTransaction,
  code: string,
): Promise<DunningCampaignRow | undefined> {
  return live(transaction).where('code', '=', code).executeTakeFirst();
}

/** Locks a campaign: concurrent changes run one after another. */
export async function lockCampaign(
  transaction: TenantTransaction,
  code: string,
): Promise<DunningCampaignRow | undefined> {
  return live(transaction).where('code', '=', code).forUpdate().executeTakeFirst();
}

/** Reads campaigns by their ids, deleted ones too. */
export async function campaignsByIds(transaction: TenantTransaction, ids: string[]): Promise<DunningCampaignRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('payment.dunning_campaigns')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

const list = listForm<SortsOf<DunningCampaignFilters>>({
  updated: 'updated_at',
  keys: { created_at: instantKey('created_at'), name: nameKey('name'), code: nameKey('code') },
  order: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  searched: ['code', 'name'],
});

/** The campaigns that match the filters of a list, unordered. */
export function campaignsFound(transaction: TenantTransaction, filters: DunningCampaignFilters) {
  let query = live(transaction);
  if (filters.currency !== undefined)
    query = query.where(
      'id',
      'in',
      tables(transaction)
        .selectFrom('payment.dunning_thresholds')
        .select('dunning_campaign_id')
        .where('organization_id', '=', transaction.organizationId)
        .where('currency', '=', filters.currency.toUpperCase()),
    );
  return narrowed(query, list, filters);
}

/** Reads one page of campaigns, newest first. */
export async function listCampaigns(transaction: TenantTransaction, filters: DunningCampaignFilters) {
  return readList(transaction, campaignsFound(transaction, filters), list, filters);
}

export async function updateCampaign(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<DunningCampaignsTable>,
): Promise<DunningCampaignRow> {
  return tables(transaction)
    .updateTable('payment.dunning_campaigns')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Reads the thresholds by campaign, in the order of currencies. */
export async function thresholdsOf(
  transaction: TenantTransaction,
  campaignIds: string[],
): Promise<Map<string, DunningThreshold[]>> {
  const byCampaign = new Map(campaignIds.map((id): [string, DunningThreshold[]] => [id, []]));
  if (campaignIds.length === 0) return byCampaign;
  const rows = await tables(transaction)
    .selectFrom('payment.dunning_thresholds')
    .selectAll()
    .where(sql<boolean>`dunning_campaign_id = any(${campaignIds}::uuid[])`)
    .orderBy('currency')
    .execute();
  for (const row of rows)
    byCampaign.get(row.dunning_campaign_id)?.push({ currency: row.currency, amount_cents: Number(row.amount_cents) });
  return byCampaign;
}

/** Replaces the thresholds of a campaign. */
export async function replaceThresholds(
  transaction: TenantTransaction,
  campaignId: string,
  thresholds: DunningThreshold[],
): Promise<void> {
  await tables(transaction)
    .deleteFrom('payment.dunning_thresholds')
    .where('dunning_campaign_id', '=', campaignId)
    .execute();
  await insertRows(
    transaction,
    'payment.dunning_thresholds',
    thresholds.map((threshold) => ({
      organization_id: transaction.organizationId,
      dunning_campaign_id: campaignId,
      ...threshold,
    })),
  );
}

/** Reads the ids of issuers, by campaign. */
export async function issuersOf(transaction: TenantTransaction, campaignIds: string[]): Promise<Map<string, string[]>> {
  const byCampaign = new Map(campaignIds.map((id): [string, string[]] => [id, []]));
  if (campaignIds.length === 0) return byCampaign;
  const rows = await tables(transaction)
    .selectFrom('payment.dunning_issuers')
    .select(['dunning_campaign_id', 'billing_entity_id'])
    .where(sql<boolean>`dunning_campaign_id = any(${campaignIds}::uuid[])`)
    .execute();
  for (const row of rows) byCampaign.get(row.dunning_campaign_id)?.push(row.billing_entity_id);
  return byCampaign;
}

/** Replaces the issuers of a campaign; their other campaigns lose them. */
export async function replaceIssuers(
  transaction: TenantTransaction,
  campaignId: string,
  billingEntityIds: string[],
): Promise<void> {
  await sql`
    delete from payment.dunning_issuers
    where dunning_campaign_id = ${campaignId} and billing_entity_id <> all(${billingEntityIds}::uuid[])
  `.execute(transaction);
  await sql`
    insert into payment.dunning_issuers (organization_id, billing_entity_id, dunning_campaign_id)
    select ${transaction.organizationId}, listed, ${campaignId} from unnest(${billingEntityIds}::uuid[]) as listed order by listed
    on conflict (billing_entity_id) do update set dunning_campaign_id = excluded.dunning_campaign_id
  `.execute(transaction);
}

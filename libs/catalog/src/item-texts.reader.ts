import { sql } from 'kysely';
import type { TranslatedText, Translations } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';

/** The parts of fees, and the deductions, that have names. */
export interface NamedParts {
  filterIds: string[];
  /** Plans whose minimum commitments are named. */
  planIds: string[];
  couponIds: string[];
}

/** Their texts: of filters and coupons by their ids, of commitments by those of their plans. */
export type PartTexts = Record<'filters' | 'commitments' | 'coupons', Map<string, TranslatedText>>;

/** The items of fees, by kind. */
export interface NamedItems {
  chargeIds: string[];
  fixedChargeIds: string[];
  addOnIds: string[];
  planIds: string[];
}

/**
 * The texts that name an item on documents, in their order: the first plain one that is not empty is its name. So a
 * charge has its own display name, else the name of its metric.
 */
export type ItemTexts = TranslatedText[];

interface TextRow {
  id: string;
  plain: (string | null)[];
  texts: Translations[];
}

/** Own texts; a copy without any has those of its parent while both have one name. */
const ownTexts = sql`
  case when own.invoice_display_name_translations = '{}'
    and own.invoice_display_name is not distinct from parent.invoice_display_name
  then coalesce(parent.invoice_display_name_translations, '{}') else own.invoice_display_name_translations end`;

/**
 * The texts of items by id, deleted ones too, in one statement. Items without any translation are absent: most
 * catalogs have none.
 */
export async function readItemTexts(
  transaction: TenantTransaction,
  { chargeIds, fixedChargeIds, addOnIds, planIds }: NamedItems,
): Promise<Map<string, ItemTexts>> {
  const { organizationId } = transaction;
  const { rows } = await sql<TextRow>`
    select id, plain, texts from (
      select own.id, array[own.invoice_display_name, metric.name] as plain,
        jsonb_build_array(${ownTexts}, metric.name_translations) as texts
      from catalog.charges own
      join catalog.billable_metrics metric on metric.id = own.billable_metric_id
      left join catalog.charges parent on parent.id = own.parent_id
      where own.organization_id = ${organizationId} and own.id = any(${chargeIds}::uuid[])
      union all
      select own.id, array[own.invoice_display_name, add_on.invoice_display_name, add_on.name],
        jsonb_build_array(${ownTexts}, add_on.invoice_display_name_translations, '{}'::jsonb)
      from catalog.fixed_charges own
      join catalog.add_ons add_on on add_on.id = own.add_on_id
      left join catalog.fixed_charges parent on parent.id = own.parent_id
      where own.organization_id = ${organizationId} and own.id = any(${fixedChargeIds}::uuid[])
      union all
      select id, array[invoice_display_name, name], jsonb_build_array(invoice_display_name_translations, '{}'::jsonb)
      from catalog.add_ons
      where organization_id = ${organizationId} and id = any(${addOnIds}::uuid[])
      union all
      select own.id, array[own.invoice_display_name, own.name], jsonb_build_array(${ownTexts}, '{}'::jsonb)
      from catalog.plans own
      left join catalog.plans parent on parent.id = own.parent_id
      where own.organization_id = ${organizationId} and own.id = any(${planIds}::uuid[])
    ) as named
    where jsonb_path_exists(texts, '$[*].*')
  `.execute(transaction);
  return new Map(
    rows.map(({ id, plain, texts }) => [id, plain.map((name, at) => ({ plain: name, texts: texts[at] ?? {} }))]),
  );
}

/**
 * The texts of filters, minimum commitments and coupons, deleted ones too, in one statement. Those without any
 * translation are absent. A copy without any has those of its parent while both have one name.
 */
export async function readPartTexts(
  transaction: TenantTransaction,
  { filterIds, planIds, couponIds }: NamedParts,
): Promise<PartTexts> {
  const { organizationId } = transaction;
  const { rows } = await sql<{ kind: keyof PartTexts; id: string; plain: string | null; texts: Translations }>`
    select kind, id, plain, texts from (
      select 'filters' as kind, own.id, own.invoice_display_name as plain, ${ownTexts} as texts
      from catalog.charge_filters own
      left join catalog.charge_filters parent on parent.id = own.parent_id
      where own.organization_id = ${organizationId} and own.id = any(${filterIds}::uuid[])
      union all
      select 'commitments', plan.id, own.invoice_display_name, ${ownTexts}
      from catalog.plans plan
      join catalog.minimum_commitments own on own.plan_id = plan.id
      left join catalog.minimum_commitments parent on parent.plan_id = plan.parent_id
      where plan.organization_id = ${organizationId} and plan.id = any(${planIds}::uuid[])
      union all
      select 'coupons', id, name, name_translations
      from catalog.coupons
      where organization_id = ${organizationId} and id = any(${couponIds}::uuid[])
    ) as named
    where texts <> '{}'
  `.execute(transaction);
  const of = (kind: keyof PartTexts) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, plain, texts }) => [id, { plain, texts }]));
  return { filters: of('filters'), commitments: of('commitments'), coupons: of('coupons') };
}

import { protectTable } from '@tollgate/platform';

/**
 * The tables behind the views of plans and issuers. Each change of a row in them makes a new version of its
 * organization's catalog.
 */
const versioned = [
  'add_ons',
  'applied_pricing_units',
  'billable_metric_filters',
  'billable_metrics',
  'billing_entities',
  'billing_entity_taxes',
  'charge_filters',
  'charge_taxes',
  'charges',
  'commitment_taxes',
  'fixed_charge_taxes',
  'fixed_charges',
  'minimum_commitments',
  'plan_taxes',
  'plans',
  'pricing_units',
  'taxes',
  'usage_thresholds',
];

/**
 * The version of a catalog is the set of marks of an organization. A transaction that changes something adds a new mark
 * and deletes those that it sees, so their number is that of overlapping transactions. Every later commit adds a mark
 * to the set that a transaction sees. No other transaction can delete that mark without adding its own. No transaction
 * waits for another one: it skips marks that another one is deleting.
 */
export const versionTables = `
    create table catalog.versions (
      organization_id uuid not null,
      transaction xid8 not null,
      begun_at timestamptz not null,
      mark uuid not null,
      primary key (organization_id, transaction)
    );
    ${protectTable('catalog', 'versions')}
    -- The triggers write it for whoever changes a row, from the moment they are there.
    grant all on catalog.versions to tollgate_catalog, tollgate_catalog_every_tenant;
    create function catalog.note_change() returns trigger language plpgsql as $note$
    declare
      changed uuid := case tg_op when 'DELETE' then old.organization_id else new.organization_id end;
    begin
      -- A mark under this number that another database left behind, before it was restored here, is no mark of this transaction.
      insert into catalog.versions as known (organization_id, transaction, begun_at, mark)
      values (changed, pg_current_xact_id(), transaction_timestamp(), gen_random_uuid())
      on conflict (organization_id, transaction) do update set begun_at = excluded.begun_at, mark = excluded.mark
        where known.begun_at <> excluded.begun_at;
      if found then
        delete from catalog.versions where (organization_id, transaction) in (
          select organization_id, transaction from catalog.versions
          where organization_id = changed and transaction <> pg_current_xact_id() for update skip locked);
      end if;
      return null;
    end $note$;
    ${versioned
      .map(
        (table) =>
          `create trigger note_change after insert or update or delete on catalog.${table} for each row execute function catalog.note_change();`,
      )
      .join('\n')}`;

import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** What plans and issuers are told of: each change of a row of these makes another version of its organization's catalog. */
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
 * The version of a catalog is the set of marks of an organization. A transaction that changes something leaves a new mark, and takes
 * away those that it sees, so that there are as many as transactions that overlapped. Whatever set a transaction sees, what was
 * committed behind it has added a mark to it: nobody could have taken that away without leaving one of his own. Nobody waits for
 * anybody: a mark that another transaction is taking away is left to it.
 */
export const versions: SchemaMigration = {
  name: '041_versions',
  sql: `
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
      .join('\n')}`,
};

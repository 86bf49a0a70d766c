import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The events of existing metrics are already enriched. */
export const enrichments: SchemaMigration = {
  name: '003_enrichments',
  sql: `
    create table ingestion.enrichments (
      organization_id uuid not null,
      code text not null,
      field_name text,
      version bigint not null,
      position jsonb,
      events bigint not null default 0,
      done boolean not null,
      primary key (organization_id, code)
    );
    create index enrichments_owed on ingestion.enrichments (organization_id) where not done;
    ${protectTable('ingestion', 'enrichments')}
    insert into ingestion.enrichments (organization_id, code, field_name, version, done)
    select organization_id, code, field_name, 0, true from catalog.billable_metrics where deleted_at is null;`,
};

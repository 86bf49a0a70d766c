import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Changes of metrics by which stored events are judged. Events of earlier changes are judged by lists. */
export const judgements: SchemaMigration = {
  name: '009_judgements',
  sql: `
    create table ingestion.judgements (
      id uuid not null,
      organization_id uuid not null,
      code text not null,
      changed_at timestamptz not null,
      due_at timestamptz not null,
      received_from timestamptz,
      metric_hash text,
      done boolean not null default false,
      primary key (organization_id, code)
    );
    create index judgements_due on ingestion.judgements (due_at) where not done;
    ${protectTable('ingestion', 'judgements')}`,
};

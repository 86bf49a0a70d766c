import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** People of customers, who sign in to the portal with addresses of their own (customers, section 3.8). */
export const portalPeople: SchemaMigration = {
  name: '108_portal_people',
  sql: `
    create table subscription.portal_people (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      -- In lower case.
      email text not null,
      name text,
      role text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint portal_people_once unique (customer_id, email)
    );
    create index portal_people_by_email on subscription.portal_people (organization_id, email);
    ${protectTable('subscription', 'portal_people')}
    -- A session names a person who was removed, too.
    alter table subscription.portal_sessions add column person_id uuid;
    create index portal_sessions_of_people on subscription.portal_sessions (person_id) where person_id is not null;`,
};

import { sql } from 'kysely';
import type { OperatorOrganizationsQuery } from '@tollgate/contracts';
import { containing, isId, paginate, type Page, type Transaction } from '@tollgate/platform';
import { tables } from '../identity.tables.js';

/** The organizations of the installation, with their clocks and the numbers of members and parked items. */
const organizations = (transaction: Transaction) =>
  tables(transaction)
    .selectFrom('identity.organizations as organization')
    .leftJoin('identity.test_clocks as clock', 'clock.organization_id', 'organization.id')
    .select(['organization.id', 'organization.name', 'organization.slug', 'organization.sandbox'])
    .select(['organization.created_at', 'organization.suspended_at', 'organization.suspension_reason'])
    .select(['clock.frozen_time', 'clock.status'])
    .select(
      sql<number>`(select count(*)::int from identity.memberships membership
        where membership.organization_id = organization.id and membership.status = 'active')`.as('members_count'),
    )
    .select(
      sql<number>`(select count(*)::int from platform.parked parked
        where parked.organization_id = organization.id)`.as('parked_count'),
    );

export type ListedOrganization = Awaited<ReturnType<typeof listOrganizations>>['rows'][number];

/** One page of the filtered organizations, the newest first. */
export async function listOrganizations(transaction: Transaction, query: OperatorOrganizationsQuery) {
  const { search_term: term, sandbox, suspended } = query;
  let found = organizations(transaction);
  if (term) {
    const pattern = containing(term);
    const byId = isId(term) ? sql`organization.id = ${term}::uuid` : sql`false`;
    found = found.where(
      sql<boolean>`(organization.name ilike ${pattern} or organization.slug ilike ${pattern} or ${byId})`,
    );
  }
  if (sandbox !== undefined) found = found.where('organization.sandbox', '=', sandbox);
  if (suspended !== undefined) found = found.where('organization.suspended_at', suspended ? 'is not' : 'is', null);
  return paginate(found.orderBy('organization.id', 'desc'), query);
}

export const findOrganization = (transaction: Transaction, id: string): Promise<ListedOrganization | undefined> =>
  organizations(transaction).where('organization.id', '=', id).executeTakeFirst();

/** One page of the test clocks: those that advance first, then by name. */
export async function listTestClocks(transaction: Transaction, page: Page) {
  return paginate(
    tables(transaction)
      .selectFrom('identity.test_clocks as clock')
      .innerJoin('identity.organizations as organization', 'organization.id', 'clock.organization_id')
      .select(['clock.organization_id', 'organization.name', 'clock.status', 'clock.frozen_time', 'clock.target_time'])
      .orderBy('clock.status')
      .orderBy('organization.name')
      .orderBy('clock.organization_id'),
    page,
  );
}

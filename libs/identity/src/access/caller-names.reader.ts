import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../identity.tables.js';

/** The names of callers of an organization, by their ids. */
export interface CallerNames {
  /** Addresses of people who are or were members. An erased person has none. */
  emails: Map<string, string>;
  /** Names of API keys that exist and have one. */
  keyNames: Map<string, string>;
}

/** Reads the present names of callers in two statements. */
export async function readCallerNames(
  transaction: TenantTransaction,
  { userIds, apiKeyIds }: { userIds: string[]; apiKeyIds: string[] },
): Promise<CallerNames> {
  const { organizationId } = transaction;
  const people =
    userIds.length === 0
      ? []
      : await tables(transaction)
          .selectFrom('identity.memberships as membership')
          .innerJoin('identity.users as person', 'person.id', 'membership.user_id')
          .select(['person.id', 'person.email'])
          .where('membership.organization_id', '=', organizationId)
          .where('membership.user_id', 'in', userIds)
          .execute();
  const keys =
    apiKeyIds.length === 0
      ? []
      : await tables(transaction)
          .selectFrom('identity.api_keys')
          .select(['id', 'name'])
          .where('organization_id', '=', organizationId)
          .where('id', 'in', apiKeyIds)
          .execute();
  const known = people.filter(({ id, email }) => email !== `erased_${id}`);
  return {
    emails: new Map(known.map(({ id, email }) => [id, email])),
    keyNames: new Map(keys.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]))),
  };
}

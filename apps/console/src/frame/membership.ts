import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { Membership } from '../api/client.js';
import { readQuery, type Call, type ReadPath } from '../api/read.js';
import { pathOf } from './organization-path.js';

/** Whether a member has a permission; the role `admin` has all. */
export const may = ({ roles, permissions }: Pick<Membership, 'roles' | 'permissions'>, permission: string): boolean =>
  roles.includes('admin') || permissions.includes(permission);

/** The organization that the address names, and what the person may do in it. */
export function useMembership() {
  const { membership } = useRouteContext({ from: '/signed-in/$organization' });
  const { organization } = membership;
  return {
    membership,
    organization,
    path: pathOf(organization),
    may: (permission: string) => may(membership, permission),
  };
}

/**
 * Reads for the organization of the address.
 * @param keepsLast whether the last answer stays while the next one is on its way; only for filters of the same list
 */
export function useRead<P extends ReadPath>(
  call: Call<P>,
  { enabled = true, keepsLast = false }: { enabled?: boolean; keepsLast?: boolean } = {},
) {
  const { organization } = useMembership();
  return useQuery({
    ...readQuery(organization.svc_id, call),
    enabled,
    ...(keepsLast ? { placeholderData: keepPreviousData } : {}),
  });
}

import type { Membership } from '../api/client.js';
import { may } from '../frame/membership.js';
import type { Act } from './act.js';

type Rights = Pick<Act<never>, 'permission' | 'handsOut' | 'isForSandboxes'>;
type Member = Pick<Membership, 'roles' | 'permissions'> & {
  organization: Pick<Membership['organization'], 'sandbox'>;
  entry: Pick<NonNullable<Membership['entry']>, 'may_change'> | null;
};

/** The acts that a person may do in an organization. An operator who entered it gets no credential. */
export function allowedOf<A extends Rights>(acts: readonly A[], member: Member): readonly A[] {
  const { entry, organization } = member;
  if (entry?.may_change === false) return [];
  return acts.filter(
    ({ permission, handsOut, isForSandboxes }) =>
      may(member, permission) && !(entry && handsOut) && (organization.sandbox || !isForSandboxes),
  );
}

import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { textList, timestamp } from '../http/fields.js';
import { listCounts, listParameters } from '../http/lists.js';
import { query, queryChoice, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { roleCodes } from './people-fields.js';

export const memberStatuses = ['active', 'revoked'] as const;

/** A person's membership in an organization. */
export const Member = shape("A person's membership in the organization", {
  svc_id: svcId(),
  email: described(z.string(), ...texts.email),
  name: described(z.string().nullable(), 'Display name', 'Ada Martin'),
  /** Codes of roles; the member has the permissions of all of them. */
  roles: described(roleCodes(), 'Codes of roles', 'finance'),
  status: described(z.enum(memberStatuses), ...texts.state),
  created_at: createdAt(),
  revoked_at: described(timestamp().nullable(), 'When it was revoked; null unless it was'),
});
export type Member = z.infer<typeof Member>;

export const MemberUpdate = bodyOf(Member, { roles: textList() });
export type MemberUpdate = BodyInput<typeof MemberUpdate>;

export const MemberFilters = query({
  ...listParameters(['created_at', 'email', 'name']),
  ...listCounts(['status']),
  status: described(queryChoice(memberStatuses), ...texts.filteredState),
});
export type MemberFilters = QueryInput<typeof MemberFilters>;

const shared = { service: 'identity', permission: 'member' } as const;
const one = { member: Member };

export const memberRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: '/members',
    memberPermission: 'organization:members:view',
    summary: 'List members',
    query: MemberFilters,
    answer: { members: z.array(Member), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/members/:svc_id',
    memberPermission: 'organization:members:view',
    summary: 'Read a member',
    answer: one,
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/members/:svc_id',
    memberPermission: 'organization:members:update',
    summary: 'Update the roles of a member',
    wrapper: 'member',
    body: MemberUpdate,
    answer: one,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/members/:svc_id',
    memberPermission: 'organization:members:delete',
    summary: 'Revoke a membership',
    answer: one,
  }),
};

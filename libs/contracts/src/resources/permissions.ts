import { z } from 'zod';
import { route } from '../http/route.js';

/** A permission that a role can have (customers, section 14). */
export const Permission = z.object({
  /** `group:action`, as roles name it. */
  name: z.string(),
  group: z.string(),
  action: z.string(),
  /** Codes of the predefined roles that have it. */
  predefined_roles: z.array(z.string()),
});
export type Permission = z.infer<typeof Permission>;

export const permissionRoutes = {
  list: route({
    service: 'identity',
    permission: 'role',
    method: 'GET',
    path: '/permissions',
    summary: 'List the permissions that roles can have',
    answer: { permissions: z.array(Permission) },
  }),
};

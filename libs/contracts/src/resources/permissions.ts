import { z } from 'zod';
import { route } from '../http/route.js';
import { described, shape } from '../http/texts.js';

/** A permission that a role can have (customers, section 14). */
export const Permission = shape('A permission that a role can have', {
  /** `group:action`, as roles name it. */
  name: described(z.string(), 'The permission as roles name it', 'invoices:view'),
  group: described(z.string(), 'Kind of objects', 'invoices'),
  action: described(z.string(), 'Permitted action', 'view'),
  /** Codes of the predefined roles that have it. */
  predefined_roles: described(z.array(z.string()), 'Codes of the predefined roles that have it', 'finance'),
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

import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { id, isBlank, mandatoryText, text, textList, timestamp } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { memberPermissions, predefinedRoles } from './member-permissions.js';

/** A role: one that every organization has, or one of its own (customers, section 14). */
export const Role = shape('A set of permissions: predefined, or custom to the organization', {
  /** Null for a role that every organization has. */
  svc_id: described(id().nullable(), ...texts.assignedId),
  code: described(z.string(), 'Unique code for calls', 'support'),
  name: described(z.string(), 'Display name', 'Support'),
  description: described(z.string().nullable(), 'Description', 'Reads everything'),
  permissions: described(z.array(z.string()), 'Permissions', 'invoices:view'),
  predefined: described(z.boolean(), 'Whether it is predefined for every organization'),
  created_at: described(timestamp().nullable(), ...texts.createdAt),
});
export type Role = z.infer<typeof Role>;

const longest = { code: 100, name: 100, description: 255 } as const;
const predefined = new Set<string>(predefinedRoles.map(({ code }) => code));
const knownPermissions = new Set(memberPermissions);

/** Normalizes the name of a role: trimmed, with inner blanks collapsed. */
export const normalizeName = (name: string): string => name.trim().replace(/\s+/g, ' ');

function permissionErrors(permissions: string[] | undefined): string[] {
  if (!permissions || permissions.length === 0) return ['value_is_mandatory'];
  return permissions.every((permission) => knownPermissions.has(permission)) ? [] : ['value_is_invalid'];
}

export const RoleCreate = bodyOf(
  Role,
  {
    code: mandatoryText(longest.code),
    name: mandatoryText(longest.name),
    description: text(longest.description),
    permissions: textList(),
  },
  ({ code, permissions }, add) => {
    if (code !== undefined && !/^[a-z0-9_]*$/.test(code)) add('code', 'value_is_invalid');
    if (code !== undefined && predefined.has(code)) add('code', 'value_already_exist');
    for (const error of permissionErrors(permissions)) add('permissions', error);
  },
);
export type RoleCreate = BodyInput<typeof RoleCreate>;

/** Changes the fields in the body; the code stays. */
export const RoleUpdate = bodyOf(
  Role,
  { name: text(longest.name), description: text(longest.description), permissions: textList() },
  ({ name, permissions }, add) => {
    if (name !== undefined && isBlank(name)) add('name', 'value_is_mandatory');
    if (permissions) for (const error of permissionErrors(permissions)) add('permissions', error);
  },
);
export type RoleUpdate = BodyInput<typeof RoleUpdate>;

const shared = { service: 'identity', permission: 'role' } as const;
const one = { role: Role };

export const roleRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/roles',
    summary: 'Create a role',
    wrapper: 'role',
    body: RoleCreate,
    answer: one,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/roles',
    summary: 'List the roles of the organization, predefined ones first',
    query: query(pagination),
    answer: { roles: z.array(Role), meta: Meta },
  }),
  read: route({ ...shared, method: 'GET', path: '/roles/:code', summary: 'Read a role', answer: one }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/roles/:code',
    summary: 'Update a role',
    wrapper: 'role',
    body: RoleUpdate,
    answer: one,
  }),
  remove: route({ ...shared, method: 'DELETE', path: '/roles/:code', summary: 'Delete a role', answer: one }),
};

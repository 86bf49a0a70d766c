import { Injectable } from '@nestjs/common';
import {
  predefinedRoles,
  normalizeName,
  type Meta,
  type Role,
  type RoleCreate,
  type RoleUpdate,
} from '@tollgate/contracts';
import type { Selectable } from 'kysely';
import {
  Forbidden,
  isoSeconds,
  metaOf,
  newId,
  NotFound,
  ValidationFailed,
  type Page,
  type Tenant,
} from '@tollgate/platform';
import { isPredefined } from '../access/role-permissions.js';
import { PermissionChanges } from '../access/permission-changes.js';
import { IdentityDatabase } from '../identity.database.js';
import type { RolesTable } from '../identity.tables.js';
import { assertMayPermit } from './grants.rules.js';
import {
  deleteRole,
  findRole,
  insertRole,
  listRoles,
  roleHasMembers,
  updateRole,
  type RoleRow,
} from './roles.repository.js';

const mostRoles = 100;

/** The roles of members and their permissions (customers, section 14). */
@Injectable()
export class RolesService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly changes: PermissionChanges,
  ) {}

  /** The predefined roles, then the custom ones by age. */
  async list({ organizationId }: Tenant, page: Page): Promise<{ roles: Role[]; meta: Meta }> {
    const ownRoles = await this.database.tenant(organizationId, listRoles);
    const all = [...predefinedRoles.map(presentPredefined), ...ownRoles.map(present)];
    const start = (page.page - 1) * page.per_page;
    return { roles: all.slice(start, start + page.per_page), meta: metaOf(page, all.length) };
  }

  /** @throws NotFound */
  async read({ organizationId }: Tenant, code: string): Promise<Role> {
    const predefined = predefinedRoles.find((role) => role.code === code);
    if (predefined) return presentPredefined(predefined);
    return present(existing(await this.database.tenant(organizationId, (transaction) => findRole(transaction, code))));
  }

  /** @throws ValidationFailed; Forbidden for permissions that the caller does not have */
  async create(caller: Tenant, input: RoleCreate): Promise<Role> {
    const permissions = normalizePermissions(input.permissions ?? []);
    assertMayPermit(caller, permissions);
    return this.changes.make(caller, async (transaction) => {
      const others = await listRoles(transaction);
      if (others.some(({ code }) => code === input.code)) throw new ValidationFailed({ code: ['value_already_exist'] });
      if (others.length >= mostRoles) throw new ValidationFailed({ base: ['too_many_roles'] });
      const role = {
        id: newId(),
        organization_id: caller.organizationId,
        code: input.code,
        name: normalizeName(input.name),
        description: input.description ?? null,
        permissions,
        created_at: new Date(),
      };
      await insertRole(transaction, role);
      await this.changes.record(transaction, 'role.created', { role_code: role.code, permissions });
      return present(role);
    });
  }

  /**
   * @throws NotFound, ValidationFailed; Forbidden for predefined roles and permissions that the caller does not have
   */
  async update(caller: Tenant, code: string, input: RoleUpdate): Promise<Role> {
    if (isPredefined(code)) throw new Forbidden('predefined_role');
    return this.changes.make(caller, async (transaction) => {
      const role = existing(await findRole(transaction, code));
      const permissions = input.permissions ? normalizePermissions(input.permissions) : role.permissions;
      // A greater role must not change at all, not even its name, by which its members know it.
      assertMayPermit(caller, [...role.permissions, ...permissions]);
      const changed = {
        ...role,
        name: input.name ? normalizeName(input.name) : role.name,
        description: input.description === undefined ? role.description : input.description,
        permissions,
      };
      await updateRole(transaction, changed);
      const change = changesOf(role, changed);
      if (Object.keys(change).length > 0)
        await this.changes.record(transaction, 'role.updated', { role_code: code, ...change });
      return present(changed);
    });
  }

  /**
   * @throws NotFound; Forbidden for predefined roles, roles with members, and roles with more permissions than the
   * caller
   */
  async remove(caller: Tenant, code: string): Promise<Role> {
    if (isPredefined(code)) throw new Forbidden('predefined_role');
    return this.changes.make(caller, async (transaction) => {
      const role = existing(await findRole(transaction, code));
      assertMayPermit(caller, role.permissions);
      if (await roleHasMembers(transaction, code)) throw new Forbidden('role_assigned_to_members');
      await deleteRole(transaction, role.id);
      await this.changes.record(transaction, 'role.deleted', { role_code: code });
      return present(role);
    });
  }
}

/** The security log's description of a role change (customers, section 15.3). */
function changesOf(before: RoleRow, after: RoleRow): Record<string, unknown> {
  const texts = (['name', 'description'] as const).filter((field) => before[field] !== after[field]);
  const deleted = before.permissions.filter((permission) => !after.permissions.includes(permission));
  const added = after.permissions.filter((permission) => !before.permissions.includes(permission));
  return {
    ...Object.fromEntries(texts.map((field) => [field, { deleted: before[field], added: after[field] }])),
    ...(deleted.length + added.length > 0 ? { permissions: { deleted, added } } : {}),
  };
}

const normalizePermissions = (permissions: string[]): string[] => [...new Set(permissions)].sort();

function existing(role: Selectable<RolesTable> | undefined): Selectable<RolesTable> {
  if (!role) throw new NotFound('role');
  return role;
}

const present = (role: Selectable<RolesTable>): Role => ({
  svc_id: role.id,
  code: role.code,
  name: role.name,
  description: role.description,
  permissions: role.permissions,
  predefined: false,
  created_at: isoSeconds(role.created_at),
});

const presentPredefined = ({ code, name, permissions }: (typeof predefinedRoles)[number]): Role => ({
  svc_id: null,
  code,
  name,
  description: null,
  permissions: [...permissions],
  predefined: true,
  created_at: null,
});

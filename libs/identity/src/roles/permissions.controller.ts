import { Controller } from '@nestjs/common';
import { memberPermissions, permissionRoutes, predefinedRoles, type Permission } from '@tollgate/contracts';
import { Call, type AnswerOf } from '@tollgate/platform';

/** The permissions of members, each with its group: the part before its last word (customers, section 14). */
const permissions: Permission[] = memberPermissions.map((name) => {
  const end = name.lastIndexOf(':');
  const holders = predefinedRoles.filter((role) => role.permissions.includes(name));
  return {
    name,
    group: name.slice(0, end),
    action: name.slice(end + 1),
    predefined_roles: holders.map(({ code }) => code),
  };
});

@Controller()
export class PermissionsController {
  @Call(permissionRoutes.list)
  list(): AnswerOf<typeof permissionRoutes.list> {
    return { permissions };
  }
}

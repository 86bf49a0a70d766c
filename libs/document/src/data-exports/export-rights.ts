import { exportedFiles, permittedParts, type ExportedResource, type Route } from '@tollgate/contracts';
import { Forbidden, type Rights } from '@tollgate/platform';

const refusedPart = (may: Rights, resource: ExportedResource): Route | undefined =>
  exportedFiles[resource].shownBy.flatMap(permittedParts).find((part) => !may(part));

/** Whether a caller may see what a file has: nothing that calls for the same would refuse. */
export const mayRead = (may: Rights, resource: ExportedResource): boolean => refusedPart(may, resource) === undefined;

/** @throws Forbidden for a resource that the caller may not view */
export function requireRead(may: Rights, resource: ExportedResource): void {
  const refused = refusedPart(may, resource);
  if (refused) throw new Forbidden(`read_action_not_allowed_for_${refused.permission}`);
}

import { Injectable } from '@nestjs/common';
import { changeKindOf, changeTypes, type ChangeFilters, type ChangeType, type ObjectChange } from '@tollgate/contracts';
import { ChangeLog, Forbidden, type FoundChanges, type Rights } from '@tollgate/platform';

/** The feed of changes, limited to the kinds that a caller may list. */
@Injectable()
export class ChangesService {
  constructor(private readonly log: ChangeLog) {}

  /**
   * The changes after a cursor.
   * @throws Forbidden for a kind that the caller named and may not list; ValidationFailed for a wrong or expired cursor
   */
  async list(
    organizationId: string,
    { since, types, limit }: ChangeFilters,
    may: Rights,
  ): Promise<{ changes: ObjectChange[]; next_cursor: string; has_more: boolean }> {
    const read = await this.log.read(organizationId, { since, types: permittedTypes(types, may), limit });
    return { changes: read.changes.map(presentChange), next_cursor: read.nextCursor, has_more: read.hasMore };
  }
}

/** The kinds that a caller gets: those that it named, or else all that it may list. @throws Forbidden */
export function permittedTypes(named: readonly ChangeType[] | undefined, may: Rights): ChangeType[] {
  const mayList = (type: ChangeType) => may(changeKindOf(type).list);
  const refused = named?.find((type) => !mayList(type));
  if (refused !== undefined)
    throw new Forbidden(`read_action_not_allowed_for_${changeKindOf(refused).list.permission}`);
  return named ? [...named] : changeTypes.filter(mayList);
}

export function presentChange({
  cursor,
  type,
  objectId,
  key,
  change,
  at,
}: FoundChanges['changes'][number]): ObjectChange {
  const { named } = changeKindOf(type);
  return {
    cursor,
    type,
    svc_id: objectId,
    external_id: named === 'external_id' ? key : null,
    code: named === 'code' ? key : null,
    change,
    at: at.toISOString(),
  };
}

import {
  bulkActKindOf,
  permittedParts,
  readQuery,
  type BulkActCreate,
  type BulkActKind,
  type RawInput,
} from '@tollgate/contracts';
import { asParameters, Forbidden, readRawInput, ValidationFailed, type Rights } from '@tollgate/platform';

/** A validated request of an act. */
export interface RequestedAct {
  kind: ReturnType<typeof bulkActKindOf>;
  /** The filters of the call, as parameters of the list; null without any. */
  filters: Record<string, unknown> | null;
  /** The parameters of the list that select the records. */
  parameters: Record<string, unknown>;
  /** The arguments of the act, as it declares them. */
  arguments: RawInput;
}

/** The calls that show the records of an act. */
const listsOf = ({ records }: Pick<BulkActKind, 'records'>) => records.shownBy.flatMap(permittedParts);

/** Whether a caller may see an act: it may list its records. */
export const maySee = (may: Rights, kind: Pick<BulkActKind, 'records'>): boolean => listsOf(kind).every(may);

/** Whether a caller may act: it may list the records, and make the call of each. */
export const mayAct = (may: Rights, kind: Pick<BulkActKind, 'records' | 'call'>): boolean =>
  maySee(may, kind) && permittedParts(kind.call).every(may);

/** @throws Forbidden for an act whose records the caller may not list, or whose call it may not make */
export function requireAct(may: Rights, { records, call }: Pick<BulkActKind, 'records' | 'call'>): void {
  const list = listsOf({ records }).find((part) => !may(part));
  if (list) throw new Forbidden(`read_action_not_allowed_for_${list.permission}`);
  const refused = permittedParts(call).find((part) => !may(part));
  if (refused) throw new Forbidden(`write_action_not_allowed_for_${refused.permission}`);
}

/** Reads the request of an act. @throws Forbidden; ValidationFailed for wrong filters and arguments */
export function readRequest({ act, ids, filters, arguments: raw }: BulkActCreate, may: Rights): RequestedAct {
  const kind = bulkActKindOf(act);
  requireAct(may, kind);
  const listed = filters ? asParameters(filters) : null;
  const parameters = { ...(listed ?? kind.unfiltered), ...(ids ? { ids } : {}) };
  const read = readQuery(kind.records.filters, parameters);
  if ('errors' in read) throw new ValidationFailed(listed ? { filters: read.errors } : read.errors);
  return { kind, filters: listed, parameters, arguments: readArguments(kind, raw ?? {}) };
}

function readArguments(kind: Pick<BulkActKind, 'arguments'>, raw: RawInput): RawInput {
  try {
    return readRawInput(kind.arguments, raw);
  } catch (error) {
    if (error instanceof ValidationFailed) throw new ValidationFailed({ arguments: error.body['error_details'] });
    throw error;
  }
}

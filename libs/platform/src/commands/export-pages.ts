import { readQuery, type CommandAnswer, type CommandRequest, type Query, type QueryInput } from '@tollgate/contracts';
import type { Walk } from '../database/keyset.js';
import { ValidationFailed } from '../errors/api-errors.js';

type Request = CommandRequest<'export.page'>;

/** The filters of an export, by the contract of its list (docs/concepts/data.md). @throws ValidationFailed */
export function exportFiltersOf<Q extends Query>(contract: Q, { filters }: Pick<Request, 'filters'>): QueryInput<Q> {
  const read = readQuery(contract, filters);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.input as QueryInput<Q>;
}

/** The rows of a page of an export. */
export const exportWalkOf = ({ after, until, limit }: Request): Walk => ({ after, until: new Date(until), limit });

/** The progress of an export after a page. @param total at the beginning alone */
export const exportProgressOf = (
  rows: readonly { id: string }[],
  { limit }: Request,
  total: number | null,
): Pick<CommandAnswer<'export.page'>, 'walked' | 'next' | 'total'> => ({
  walked: rows.length,
  next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  total,
});

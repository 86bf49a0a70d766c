import type { Query, QueryClient } from '@tanstack/react-query';

/** Whether a read has the identifier of a record in its path. */
const isOfRecord = ({ queryKey }: Query): boolean => String(queryKey[2]).includes('{');
/** Whether a read finds the record that a page shows, such as one of several subscriptions with an external id. */
const findsRecord = ({ queryKey }: Query): boolean => Object.hasOwn(queryKey[4] ?? {}, 'external_id');

/**
 * Reads again what the pages of an organization show. Reads that find a record come first: an ended subscription is
 * read in its new state alone.
 * @param lists whether rows may move
 */
export async function readAgain(queries: QueryClient, organizationId: string, lists: boolean): Promise<void> {
  const queryKey = ['read', organizationId];
  await queries.invalidateQueries({ queryKey, refetchType: 'none' });
  const refetch = (predicate: (query: Query) => boolean) =>
    queries.refetchQueries({ queryKey, type: 'active', predicate });
  await refetch((query) => !isOfRecord(query) && (lists || findsRecord(query)));
  // The pages render with what was found before their other reads begin.
  await new Promise((resolve) => setTimeout(resolve));
  // An act reads again when it ends. Until then, its record may leave the state in which the page has found it.
  if (!lists && queries.isMutating() > 0) return;
  await refetch(isOfRecord);
}

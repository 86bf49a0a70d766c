import type { InAdvanceUsageReader, StoredEvent } from '@tollgate/ingestion/reader';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import { ChargeWalk, type EventsOfCharge } from './charge-walk.js';
import { earlierEventsNeeded, type ChargedEvent, type UsageAtEvent } from './event-rating.js';
import { bucketUsages, findCheckpoints, moveCheckpoint, type Checkpoint } from './usage-checkpoints.repository.js';

/** The most events that the process holds at once. */
const pageSize = 5_000;

/** Reads tables in short transactions, so that none is open during a query of the usage store. */
export type Reading = <T>(work: (transaction: TenantTransaction) => Promise<T>) => Promise<T>;

/** Moves a checkpoint, in the transaction that writes the fees. */
export type CheckpointMove = (transaction: TenantTransaction) => Promise<void>;

/** The usage at the events of a charge, and the move of its checkpoint. */
export interface UsageAtEvents {
  usages: Map<ChargedEvent, UsageAtEvent>;
  move: CheckpointMove | null;
}

/**
 * Computes the usage before each event of many charges, each within one period. It counts stored events of the same or
 * an earlier time that were received before (charges, section 3.1), so a late charge costs the same. It continues from
 * a checkpoint, so its work does not grow with the number of events. A checkpoint is valid while the charge and the
 * digest of the earlier events are unchanged. Otherwise, for example after a late or voided event, it reads all events
 * once. It reads for all charges at once: the number of statements depends on the number of events to read alone.
 * @param among all events of the batch, including those of other charges
 * @returns one for each of the charges, in their order
 * @throws Unavailable when the usage store does not answer
 */
export async function usageAtEvents(
  read: Reading,
  reader: InAdvanceUsageReader,
  organizationId: string,
  charges: readonly EventsOfCharge[],
  among: ChargedEvent[],
): Promise<UsageAtEvents[]> {
  const walks = charges.map((of) => (earlierEventsNeeded(of.charge) === 'none' ? null : new ChargeWalk(of, among)));
  const needed = walks.filter((walk) => walk !== null);
  if (needed.length > 0) {
    await begin(read, reader, organizationId, needed);
    for (const set of setsOf(needed)) await walkThrough(read, reader, organizationId, set);
  }
  return walks.map((walk) => (walk === null ? { usages: new Map(), move: null } : finished(walk)));
}

/** Finds where each walk begins, and how many events it takes. */
async function begin(
  read: Reading,
  reader: InAdvanceUsageReader,
  organizationId: string,
  walks: ChargeWalk[],
): Promise<void> {
  const found = await read((transaction) =>
    findCheckpoints(
      transaction,
      walks.map(({ of: { usage }, terms }) => ({ key: usage, terms })),
    ),
  );
  const checkpoints = walks.map((walk, index): Checkpoint | null => {
    const checkpoint = found[index] ?? null;
    return checkpoint && walk.isAfter(checkpoint) ? checkpoint : null;
  });
  const counts = await reader.counts(
    organizationId,
    walks.map(({ stored, firstReceived }, index) => ({
      stored,
      after: checkpoints[index]?.place ?? null,
      digestReceivedUpTo: firstReceived,
    })),
  );
  for (const [index, walk] of walks.entries()) {
    const counted = counts[index];
    if (counted) walk.begin(checkpoints[index] ?? null, counted);
  }
}

/** Splits walks into sets that take at most a page of events together; a longer walk is a set of its own. */
function setsOf(walks: ChargeWalk[]): ChargeWalk[][] {
  const sets: ChargeWalk[][] = [];
  let events = Infinity;
  for (const walk of walks) {
    events += walk.ahead;
    if (events > pageSize) {
      sets.push([]);
      events = walk.ahead;
    }
    sets.at(-1)?.push(walk);
  }
  return sets;
}

/** Reads the events of a set of walks, page by page. */
async function walkThrough(
  read: Reading,
  reader: InAdvanceUsageReader,
  organizationId: string,
  set: ChargeWalk[],
): Promise<void> {
  await loadBuckets(read, new Map(set.map((walk) => [walk, walk.of.events])));
  for (let open = set; open.length > 0;) {
    const pages = await pagesOf(reader, organizationId, open);
    await loadBuckets(read, pages);
    for (const [walk, page] of pages) walk.take(page);
    open = open.filter((walk) => pages.get(walk)?.length === pageSize);
  }
}

/** Reads the next page of each walk; charges of one metric often need the same events, which it reads once. */
async function pagesOf(
  reader: InAdvanceUsageReader,
  organizationId: string,
  walks: ChargeWalk[],
): Promise<Map<ChargeWalk, StoredEvent[]>> {
  const shared = [
    ...groupBy(walks, ({ stored: { metric, ...stored }, place }) =>
      JSON.stringify([metric.id, stored, place]),
    ).values(),
  ];
  const pages = await reader.events(
    organizationId,
    shared.flatMap(([walk]) => (walk ? [{ stored: walk.stored, after: walk.place }] : [])),
    pageSize,
  );
  return new Map(shared.flatMap((equal, index) => equal.map((walk) => [walk, pages[index] ?? []] as const)));
}

/** Loads the usage at the checkpoints of the events' buckets. */
async function loadBuckets(
  read: Reading,
  events: Map<ChargeWalk, readonly Pick<ChargedEvent, 'texts'>[]>,
): Promise<void> {
  const missing = [...events]
    .map(([walk, page]) => ({ walk, key: walk.of.usage, bucketKeys: walk.bucketsToLoad(page) }))
    .filter(({ bucketKeys }) => bucketKeys.length > 0);
  if (missing.length === 0) return;
  const loaded = await read((transaction) => bucketUsages(transaction, missing));
  for (const [index, { walk }] of missing.entries()) walk.load(loaded[index] ?? new Map());
}

function finished(walk: ChargeWalk): UsageAtEvents {
  const { usages, next } = walk.finish();
  const move: CheckpointMove | null =
    next && ((transaction) => moveCheckpoint(transaction, walk.of.usage, walk.terms, next));
  return { usages, move };
}

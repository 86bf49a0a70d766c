import { inSpan } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';

/** Most linked traces of one span. */
const mostLinks = 100;

/** Runs work for the events of several calls in the trace of the first call; links the others. */
export function forCallsOf<T>(events: AcceptedEvent[], name: string, work: () => Promise<T>): Promise<T> {
  const [first, ...others] = new Set(events.flatMap(({ traceparent }) => traceparent ?? []));
  const attributes = { 'tollgate.events': events.length };
  if (first === undefined) return work();
  return inSpan(
    name,
    { kind: 'internal', attributes, parent: { traceparent: first }, links: others.slice(0, mostLinks) },
    work,
  );
}

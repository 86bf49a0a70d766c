import { inSpan } from '@tollgate/platform';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';

/** So many of those whose events are written together are told. */
const mostLinks = 100;

/** Does work on events of several calls, as part of the trace of the first of them; the others are linked. */
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

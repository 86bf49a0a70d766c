import type { components } from '../../../api/schema.js';
import type { Values } from '../../../frame/forms.js';

export type Retention = components['schemas']['Retention'];
export type RetentionKind = keyof Retention;
export type Change = components['schemas']['RetentionUpdate'];

/** The days that the organization chose, as the form shows them; empty where those of the installation count. */
export const shownDays = (retention: Retention, kind: RetentionKind): string =>
  retention[kind].own ? String(retention[kind].days) : '';

/** The body of a change: what differs from the stored periods. An empty field takes the period of the installation. */
export function changeOf(retention: Retention, values: Values): Change {
  const kinds = Object.keys(retention) as RetentionKind[];
  const changed = kinds.filter((kind) => (values[kind] ?? '').trim() !== shownDays(retention, kind));
  return Object.fromEntries(changed.map((kind) => [kind, daysOf(values[kind] ?? '')])) as Change;
}

/** A text that is no whole number is out of every range, so that the service names its field. */
function daysOf(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return Number.isInteger(Number(typed)) ? Number(typed) : -1;
}

import { bounds, isStorableText } from '@tollgate/contracts';
import type { InboundEvent } from '../providers/ports/events.js';

/** Deeper or larger events than any provider sends. */
const mostDepth = 50;
const mostMembers = 50_000;

/**
 * Whether the events of a delivery can be stored: their identifiers are bounded, and each text is one that the database
 * stores unchanged (webhooks, section 13).
 */
export const areStorable = (events: readonly InboundEvent[]): boolean =>
  events.every(({ id, payload }) => isForeignId(id) && isStorable(payload));

/** Whether a text can be the identifier of an object of a foreign system. */
export const isForeignId = (text: string): boolean => text !== '' && text.length <= bounds.line && isStorableText(text);

function isStorable(root: unknown): boolean {
  let members = 0;
  const walk = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return isStorableText(value);
    if (value === null || typeof value !== 'object') return true;
    members += Object.keys(value).length;
    if (depth === mostDepth || members > mostMembers) return false;
    return Object.entries(value).every(([key, inner]) => isStorableText(key) && walk(inner, depth + 1));
  };
  return walk(root, 0);
}

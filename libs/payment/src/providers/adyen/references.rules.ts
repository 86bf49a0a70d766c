/** Adyen stores the last characters of a longer reference (webhooks, section 12). */
const longest = 80;

const kinds = ['customer', 'invoice', 'payment', 'refund', 'request'] as const;
type ReferenceKind = (typeof kinds)[number];

/** The object that a reference names: each ends with the kind and our id. */
export interface Named {
  kind: ReferenceKind;
  id: string;
}

/**
 * The reference of an object at Adyen: words for people, then the kind and our id. Adyen signs the reference of an event,
 * and not the metadata beside it, so that events find their object by it.
 */
export const referenceTo = ({ kind, id }: Named, words: string): string => `${words} ${kind} ${id}`.slice(-longest);

const ending = new RegExp(`(?:^| )(${kinds.join('|')}) ([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})$`);

/** Reads what a reference names; null for a foreign one. */
export function namedBy(reference: string): Named | null {
  const [, kind, id] = ending.exec(reference) ?? [];
  return kind === undefined || id === undefined ? null : { kind: kind as ReferenceKind, id };
}

/** A goal of the search: a page, a record, or the dialog of an act. */
export interface Goal {
  key: string;
  kind: string;
  name: string;
  /** The reason why an act is not open now. */
  refusal?: string;
  go(): void;
}

/** The goals by their kind. */
interface Found {
  /** Records whose number, code or identifier is the text. */
  exact: readonly Goal[];
  /** Other records that the service found. */
  records: readonly Goal[];
  pages: readonly Goal[];
  /** The acts of the page. */
  offers: readonly Goal[];
  /** Acts that need no record. */
  creations: readonly Goal[];
}

/** Whether a name has each word of a text, in any order. */
export function fits(name: string, text: string): boolean {
  const within = name.toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Acts that are open first. */
const openFirst = (acts: readonly Goal[]): readonly Goal[] => [
  ...acts.filter(({ refusal }) => refusal === undefined),
  ...acts.filter(({ refusal }) => refusal !== undefined),
];

/**
 * The goals of a text in the order in which the search shows them. Acts of the page stand first until something is typed;
 * then the names of pages and records come before them. An act of the page stands for one without a record that has its name.
 */
export function goalsInOrder(text: string, { exact, records, pages, offers, creations }: Found): readonly Goal[] {
  const fitting = (goals: readonly Goal[]) => goals.filter(({ name }) => fits(name, text));
  const own = openFirst(fitting(offers));
  const ownNames = new Set(offers.map(({ name }) => name));
  const further = fitting(creations.filter(({ name }) => !ownNames.has(name)));
  return text === ''
    ? [...own, ...fitting(pages), ...further]
    : [...exact, ...fitting(pages), ...own, ...further, ...records];
}

/** The place that a key leads to, among the places of a list. */
export const placeAfter = (place: number, step: number, length: number): number =>
  Math.min(Math.max(place + step, 0), Math.max(length - 1, 0));

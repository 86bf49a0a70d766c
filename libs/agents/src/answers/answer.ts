/** The answer of a tool: JSON. Texts that people wrote are values in it, and never names. */
export type Answer = Record<string, unknown>;

/** Characters of an answer as JSON, and of one text in it. */
export const answerBounds = { characters: 24_000, text: 500 } as const;

/** The token of a plan, which a cut would make worthless. */
const uncut = 'token';

/** Fewest rows that a list keeps while others can still be shortened. */
const fewestRows = 1;

/**
 * Fits an answer into its bounds: cuts long texts, and halves the largest list until the whole is short enough.
 * `left_out` counts the rows that are missing, by the name of their list.
 */
export function fitted(answer: Answer, most: number = answerBounds.characters): Answer {
  const fit = cutTexts(answer) as Answer;
  const leftOut: Record<string, number> = {};
  while (JSON.stringify(fit).length > most) {
    const name = largestList(fit);
    if (name === null) break;
    const rows = fit[name] as unknown[];
    const first = rows.slice(0, Math.max(fewestRows, Math.floor(rows.length / 2)));
    leftOut[name] = (leftOut[name] ?? 0) + rows.length - first.length;
    fit[name] = first;
  }
  if (Object.keys(leftOut).length === 0) return fit;
  return { ...fit, left_out: leftOut };
}

/** The name of the list whose JSON is longest, among those that can be shortened; null without one. */
function largestList(answer: Answer): string | null {
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value) && value.length > fewestRows);
  const [largest] = lists
    .map(([name, value]) => ({ name, length: JSON.stringify(value).length }))
    .sort((one, other) => other.length - one.length);
  return largest?.name ?? null;
}

function cutTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > answerBounds.text ? `${value.slice(0, answerBounds.text)}…` : value;
  if (Array.isArray(value)) return value.map(cutTexts);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === uncut ? inner : cutTexts(inner)]),
  );
}

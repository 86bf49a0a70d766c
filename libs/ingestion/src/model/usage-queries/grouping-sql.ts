import type { QueryParameters } from './query-parameters.js';
import type { UsagePart } from './usage-request.js';

/** More group keys than this, over all lists of a request, are a parameter instead of text. */
const mostKeysAsText = 40;

export const nothing = 'emptyArrayString()::Array(Nullable(String))';

/** Parts with the same group keys. */
interface GroupedParts {
  keys: string[];
  positions: number[];
}

/** The texts of the group keys of an event's part; a missing or empty text is null. */
export function groupingColumn(parts: UsagePart[], parameters: QueryParameters): string {
  const lists = new Map<string, GroupedParts>();
  for (const [position, { groupKeys }] of parts.entries()) {
    const list = lists.get(JSON.stringify(groupKeys)) ?? { keys: groupKeys, positions: [] };
    list.positions.push(position);
    lists.set(JSON.stringify(groupKeys), list);
  }
  const grouped = [...lists.values()];
  if (grouped.reduce((total, { keys }) => total + keys.length, 0) > mostKeysAsText)
    return keysAsParameter(grouped, parameters);
  const columns = grouped.map(({ keys }) => textsOf(keys, parameters));
  if (columns.length === 1) return columns[0] ?? nothing;
  const branches = grouped.slice(0, -1).flatMap(({ positions }, place) => {
    return [`has(${parameters.addOnce(positions, 'Array(UInt16)')}, part)`, columns[place]];
  });
  return `multiIf(${[...branches, columns.at(-1)].join(', ')})`;
}

/** The same for any number of keys, with no text for a key; an event costs more. */
function keysAsParameter(grouped: GroupedParts[], parameters: QueryParameters): string {
  const positions = grouped.flatMap((list) => list.positions);
  const listOf = grouped.flatMap((list, place) => list.positions.map(() => place));
  const list = `transform(part, ${parameters.addOnce(positions, 'Array(UInt16)')}, ${parameters.addOnce(listOf, 'Array(UInt16)')}, toUInt16(0))`;
  const names = parameters.addOnce(
    grouped.map(({ keys }) => JSON.stringify(keys)),
    'Array(String)',
  );
  const keys = `JSONExtract(transform(${list}, range(toUInt16(0), toUInt16(${grouped.length})), ${names}, '[]'), 'Array(String)')`;
  return `arrayMap(key -> nullIf(event.texts[key], ''), ${keys})`;
}

function textsOf(keys: string[], parameters: QueryParameters): string {
  if (keys.length === 0) return nothing;
  return `[${keys.map((key) => `nullIf(event.texts[${parameters.addOnce(key, 'String')}], '')`).join(', ')}]`;
}

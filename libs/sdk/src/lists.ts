import { TollgateError } from './errors.js';

/** The answer of a list, whatever it holds. */
interface Page {
  meta?: { next_cursor?: string | null; next_page?: number | null };
}

/** Reads one page. @param position `cursor` or `page` @returns its body, and names that the list does not know */
export type ReadPage = (position: Position) => Promise<{ body: object; ignored: string[] }>;
export type Position = { cursor: string } | { page: number };

/**
 * All elements of a list, page by page. It follows cursors, so rows that come or go meanwhile shift nothing, and pages in
 * lists that have no cursors (docs/concepts/lists.md).
 * @param isStrict whether a parameter without effect is an error
 * @throws TollgateError for a refused call
 */
export async function* elementsOf(read: ReadPage, isStrict: boolean): AsyncGenerator<unknown, void, undefined> {
  for (let position: Position | null = { cursor: '' }; position !== null;) {
    const { body, ignored } = await read(position);
    const unknown = ignored.filter((name) => name !== 'cursor');
    if (isStrict && unknown.length > 0) throw unknownParameters(unknown);
    yield* elementsIn(body);
    position = after(body, position);
  }
}

function unknownParameters(names: string[]): TollgateError {
  const details = Object.fromEntries(names.map((name) => [name, ['unknown_parameter']]));
  return new TollgateError({ status: 422, code: 'validation_errors', details });
}

/** The member of a page that is a list. */
function elementsIn(body: object): unknown[] {
  const [elements = []] = Object.values(body).filter((value): value is unknown[] => Array.isArray(value));
  return elements;
}

/** The position of the next page; null after the last one. */
function after({ meta = {} }: Page, position: Position): Position | null {
  if ('cursor' in position && meta.next_cursor !== undefined)
    return meta.next_cursor === null ? null : { cursor: meta.next_cursor };
  return typeof meta.next_page === 'number' ? { page: meta.next_page } : null;
}

import type { FileMetaData, RowGroup } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { getMaxRepetitionLevel, getSchemaPath } from 'hyparquet/src/schema.js';

/** Bytes of a page of values. */
export const largestPage = 64 * 1024 * 1024;
/** Values of a column in a group: a list in each row has many. */
const mostValues = 20_000_000;

/**
 * Compares what the pages of a row group claim with the bytes that are there. The reader believes the claims: it would fill
 * memory with two billion values, or run as long.
 * @param start the place of the bytes in the file
 * @throws Error for pages that cannot be those of the group
 */
export function checkPages({ schema }: FileMetaData, group: RowGroup, bytes: Uint8Array, start: number): void {
  for (const { meta_data: data } of group.columns) {
    if (!data) throw new Error('a column has no place');
    const path = getSchemaPath(schema, data.path_in_schema);
    const values = Number(data.num_values);
    const isFlat = getMaxRepetitionLevel(path) === 0;
    if (isFlat ? values !== Number(group.num_rows) : values > mostValues)
      throw new Error('a column has another number of values');
    const first = Number(data.dictionary_page_offset ?? data.data_page_offset) - start;
    const column = bytes.subarray(first, first + Number(data.total_compressed_size));
    if (valuesOf(column, values) !== values) throw new Error('the pages of a column have another number of values');
  }
}

/** The number of values that the pages of a column claim. @param most of each page */
function valuesOf(column: Uint8Array, most: number): number {
  const reader = { view: new DataView(column.buffer, column.byteOffset, column.byteLength), offset: 0 };
  let values = 0;
  // As the reader: a byte behind the pages is nothing.
  while (reader.offset < column.length - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: stored, uncompressed_page_size: size } = header;
    if (!isWithin(stored, column.length - reader.offset) || !isWithin(size, largestPage))
      throw new Error('a page is too large');
    reader.offset += stored;
    if (header.type === 'DICTIONARY_PAGE') continue;
    const claimed = (header.data_page_header ?? header.data_page_header_v2)?.num_values;
    if (!isWithin(claimed, most)) throw new Error('a page has too many values');
    values += claimed;
  }
  return values;
}

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;

import { Table } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useKey } from '../frame/use-key.js';
import type { Column } from './columns.js';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Rows of the last answer, while the next one is on its way. */
  isOld?: boolean;
  /** The order of the rows, and a function that requests another one; without it, columns cannot be sorted. */
  order?: Order;
}

interface Order {
  by: string | undefined;
  onChange(sort: string): void;
}

const classesOf = <Row,>({ right, wide, fills }: Column<Row>): string =>
  [right ? 'right' : '', wide ? 'wide-only' : '', fills ? 'fills' : ''].join(' ').trim();

/** Rows of records: dense, with numbers at the right, and fewer columns on a narrow screen. */
export function RecordTable<Row>({ label, columns, rows, keyOf, isOld = false, order }: Props<Row>) {
  const { t } = useLingui();
  const shown = columns.filter(({ csvOnly }) => !csvOnly);
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label} aria-busy={isOld}>
      <Table className="records" data-old={isOld || undefined} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {shown.map((column) => (
              <Table.Th
                key={column.label.id}
                className={classesOf(column)}
                scope="col"
                aria-sort={order && column.sort ? directionOf(column.sort, order.by) : undefined}
              >
                {order && column.sort ? (
                  <Sorted label={column.label} sort={column.sort} order={order} isNumber={column.right} />
                ) : (
                  t(column.label)
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {shown.map((column) => (
                <Table.Td key={column.label.id} className={classesOf(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const directionOf = (sort: string, by: string | undefined): 'ascending' | 'descending' | 'none' =>
  by === sort ? 'ascending' : by === `-${sort}` ? 'descending' : 'none';

const arrows = { ascending: '↑', descending: '↓', none: '' };

/** The head of a column that sorts its list: one way, then the other, then in the usual order again. */
function Sorted({
  label,
  sort,
  order: { by, onChange },
  isNumber = false,
}: {
  label: MessageDescriptor;
  sort: string;
  order: Order;
  /** Numbers and times begin with the greatest. */
  isNumber?: boolean | undefined;
}) {
  const { t } = useLingui();
  const ways = isNumber ? [`-${sort}`, sort, ''] : [sort, `-${sort}`, ''];
  const next = ways[(ways.indexOf(by ?? '') + 1) % ways.length] ?? '';
  return (
    <button type="button" className="sort" onClick={() => onChange(next)}>
      {t(label)} <span aria-hidden>{arrows[directionOf(sort, by)]}</span>
    </button>
  );
}

/** Moves the focus by one record: its link opens with Enter. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody tr td:first-child .record-link')];
  const place = links.findIndex((link) => link === document.activeElement);
  const next = place === -1 ? (by === 1 ? 0 : links.length - 1) : place + by;
  links[next]?.focus();
}

/** Keys of a list: j and k go from record to record. */
export const useRowKeys = (): void => useKey({ j: () => step(1), k: () => step(-1) });

import { useEffect } from 'react';
import { Table } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useKey } from '../frame/use-key.js';
import { PageCheck, RowCheck } from './check-column.js';
import type { Column } from './columns.js';
import type { Selection } from './selection.js';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Rows of the last answer, while the next one is on its way. */
  isOld?: boolean;
  /** The order of the rows, and a function that requests another one; without it, columns cannot be sorted. */
  order?: Order;
  /** Lets a person choose rows. */
  selection?: Selection | undefined;
}

interface Order {
  by: string | undefined;
  /** The only currency of the list, if its filters name one. */
  currency: string | undefined;
  onChange(changes: { sort: string; currency?: string }): void;
}

const classesOf = <Row,>({ right, wide, fills, breaks }: Column<Row>): string =>
  [right ? 'right' : '', wide ? 'wide-only' : '', fills ? 'fills' : '', breaks ? 'break' : ''].join(' ').trim();

/** Rows of records: dense, with numbers at the right, and fewer columns on a narrow screen. */
export function RecordTable<Row>({ label, columns, rows, keyOf, isOld = false, order, selection }: Props<Row>) {
  const { t } = useLingui();
  const shown = columns.filter(({ csvOnly }) => !csvOnly);
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label} aria-busy={isOld}>
      <Table className="records" data-old={isOld || undefined} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {selection ? (
              <Table.Th className="check">
                <PageCheck selection={selection} keys={rows.map(keyOf)} />
              </Table.Th>
            ) : null}
            {shown.map((column) => (
              <Table.Th
                key={column.label.id}
                className={classesOf(column)}
                scope="col"
                aria-sort={order && column.sort ? directionOf(column.sort, order.by) : undefined}
              >
                {order && column.sort ? (
                  <Sorted column={column} sort={column.sort} order={order} rows={rows} />
                ) : (
                  t(column.label)
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)} data-record={keyOf(row)} data-chosen={selection?.has(keyOf(row)) || undefined}>
              {selection ? (
                <Table.Td className="check">
                  <RowCheck selection={selection} id={keyOf(row)} name={shown[0]?.csv(row) || keyOf(row)} />
                </Table.Td>
              ) : null}
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

/**
 * The head of a column that sorts its list: one way, then the other, then in the usual order again. Amounts are sorted
 * within one currency: that of the filter, else of the first row.
 */
function Sorted<Row>({
  column: { label, right: isNumber = false, currencyOf },
  sort,
  order: { by, currency, onChange },
  rows,
}: {
  column: Column<Row>;
  sort: string;
  order: Order;
  rows: readonly Row[];
}) {
  const { t } = useLingui();
  const ways = isNumber ? [`-${sort}`, sort, ''] : [sort, `-${sort}`, ''];
  const next = ways[(ways.indexOf(by ?? '') + 1) % ways.length] ?? '';
  const [first] = rows;
  const only = currency ?? (currencyOf && first ? currencyOf(first) : null);
  return (
    <button
      type="button"
      className="sort"
      onClick={() => onChange({ sort: next, ...(currencyOf && only ? { currency: only } : {}) })}
    >
      {t(label)} <span aria-hidden>{arrows[directionOf(sort, by)]}</span>
    </button>
  );
}

/** Moves the focus by one record: its link opens with Enter. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr')];
  const links = rows.flatMap((row) => row.querySelector<HTMLElement>(':scope > td:not(.check) .record-link') ?? []);
  const place = links.findIndex((link) => link === document.activeElement);
  const next = place === -1 ? (by === 1 ? 0 : links.length - 1) : place + by;
  links[next]?.focus();
}

/** Keys of a list: j and k go from record to record. */
export const useRowKeys = (): void => useKey({ j: () => step(1), k: () => step(-1) });

/** The row that was opened last from each list of this tab: the address of the list, and the address of the row. */
const openedRows = new Map<string, string>();
const mostOpened = 100;

/** On the way back to a list, the focus is on the row that was opened. @param isShown whether the rows are there */
export function useReturningFocus(isShown: boolean): void {
  useEffect(() => {
    const address = window.location.href;
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main tbody .record-link') : null;
      if (!link) return;
      if (openedRows.size >= mostOpened) openedRows.clear();
      openedRows.set(address, link.href);
    };
    document.addEventListener('click', remember, true);
    return () => document.removeEventListener('click', remember, true);
  });
  useEffect(() => {
    const opened = openedRows.get(window.location.href);
    if (!isShown || opened === undefined || document.activeElement !== document.body) return;
    openedRows.delete(window.location.href);
    const links = document.querySelectorAll<HTMLAnchorElement>('main tbody .record-link');
    [...links].find(({ href }) => href === opened)?.focus();
  }, [isShown]);
}

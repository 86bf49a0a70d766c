import type { ClipboardEvent, KeyboardEvent } from 'react';
import { Button, Checkbox, NativeSelect, Table, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { cellName, countName, currencyOf, rowsOf, type GridColumn, type Values } from './field.js';
import type { FieldProps } from './field-props.js';
import { Picked } from './picker-field.js';
import { Proposed } from './proposed-field.js';

const mostRows = 50;

interface CellProps {
  column: GridColumn;
  label: string;
  value: string;
  currency: string;
  /** All values of the form. */
  typed: Values;
  row: string;
  fault: string | undefined;
  placeholder: string;
  onType(value: string): void;
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void;
  onPaste(event: ClipboardEvent<HTMLInputElement>): void;
}

function Cell(cell: CellProps) {
  const { column, label, value, currency, typed, row, fault, placeholder, onType, ...events } = cell;
  const { t } = useLingui();
  if (column.kind === 'picker')
    return <Picked picker={column.picker} value={value} onPick={onType} size="xs" aria-label={label} />;
  if (column.kind === 'proposed')
    return (
      <Proposed
        useProposals={column.useProposals}
        typed={typed}
        row={row}
        size="xs"
        aria-label={label}
        value={value}
        onType={onType}
        onPaste={events.onPaste}
      />
    );
  if (column.kind === 'choice')
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={value}
        data={column.options.map((option) => ({
          value: option.value,
          label: typeof option.label === 'string' ? option.label : t(option.label),
        }))}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    );
  if (column.kind === 'check')
    return (
      <Checkbox
        size="xs"
        aria-label={label}
        checked={value === 'true'}
        onChange={({ currentTarget }) => onType(currentTarget.checked ? 'true' : '')}
      />
    );
  return (
    <TextInput
      size="xs"
      inputMode={column.kind === 'text' ? 'text' : 'decimal'}
      aria-label={label}
      value={value}
      placeholder={placeholder}
      error={fault}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      {...events}
      {...(column.kind === 'money' ? { rightSection: <span className="nothing">{currency}</span> } : {})}
    />
  );
}

const isNumber = ({ kind }: GridColumn): boolean => kind === 'money' || kind === 'decimal';

/** The cells of a copied part of a spreadsheet, by line. */
const cellsOf = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));

/** Values in rows. The arrows go from row to row; a table of a spreadsheet can be pasted into a cell. */
export function GridField({ field, typed, label, hint, error, onType }: FieldProps<'grid'>) {
  const { t, i18n } = useLingui();
  const { rules } = field;
  const rows = rowsOf(field, typed);
  const faultText = (row: string, column: string): string | undefined => {
    const fault = rules?.faultOf(typed, { field: field.name, row, column }, i18n.locale);
    return fault ? t(fault) : undefined;
  };
  const emptyText = (row: string, column: string): string =>
    rules?.emptyText(typed, { field: field.name, row, column }, i18n.locale) ?? '';
  const move = (by: 1 | -1, from: HTMLInputElement) => {
    const cells = [...(from.closest('table')?.querySelectorAll('input') ?? [])];
    cells[cells.indexOf(from) + by * field.columns.length]?.focus();
  };
  /** Puts the rows of a pasted table in place of a row and all after it. */
  const pasteRows = (pasted: readonly Values[], row: number) => {
    const taken = pasted.slice(0, mostRows - row);
    const changes = taken.flatMap((values, down) =>
      field.columns.map(({ name }) => [cellName(field.name, String(row + down), name), values[name] ?? ''] as const),
    );
    onType({ ...Object.fromEntries(changes), [countName(field.name)]: String(row + taken.length) });
  };
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text');
    const pasted = rules?.readPasted(text, i18n.locale);
    if (pasted) {
      event.preventDefault();
      pasteRows(pasted, row);
      return;
    }
    const cells = cellsOf(text);
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    const last = field.rows ? rows.length : mostRows;
    const changes = cells.slice(0, last - row).flatMap((line, down) =>
      line.flatMap((text, right) => {
        const id = field.rows?.[row + down]?.id ?? String(row + down);
        const { name } = field.columns[column + right] ?? {};
        return name === undefined ? [] : [[cellName(field.name, id, name), text] as const];
      }),
    );
    const count = Math.max(rows.length, Math.min(row + cells.length, last));
    onType({ ...Object.fromEntries(changes), ...(field.rows ? {} : { [countName(field.name)]: String(count) }) });
  };
  return (
    <fieldset className="grid-field">
      <legend>{label}</legend>
      {hint ? <p className="nothing">{hint}</p> : null}
      <Table className="records">
        <Table.Thead>
          <Table.Tr>
            {field.rows ? <Table.Th scope="col">{t`Line`}</Table.Th> : null}
            {field.columns.map((column) => (
              <Table.Th key={column.name} scope="col" className={isNumber(column) ? 'right' : ''}>
                {t(column.label)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            <Table.Tr key={row.id}>
              {field.rows ? (
                <Table.Td>
                  <span dir="auto">{row.label}</span>
                  {row.note ? <span className="nothing"> {row.note}</span> : null}
                </Table.Td>
              ) : null}
              {field.columns.map((column, at) => (
                <Table.Td key={column.name} className={isNumber(column) ? 'right' : ''}>
                  <Cell
                    column={column}
                    label={`${row.label || String(place + 1)}: ${t(column.label)}`}
                    typed={typed}
                    row={row.id}
                    currency={currencyOf(field.currency, typed, row.id)}
                    value={typed[cellName(field.name, row.id, column.name)] ?? ''}
                    placeholder={emptyText(row.id, column.name)}
                    fault={faultText(row.id, column.name)}
                    onType={(value) =>
                      onType({
                        [cellName(field.name, row.id, column.name)]: value,
                        ...rules?.follow({ field: field.name, row: row.id, column: column.name }),
                      })
                    }
                    onPaste={(event) => paste(event, place, at)}
                    onKeyDown={(event) => {
                      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
                      if (by === 1 || by === -1) move(by, event.currentTarget);
                    }}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {field.rows || rows.length >= mostRows ? null : (
        <Button
          variant="default"
          size="xs"
          onClick={() => onType({ [countName(field.name)]: String(rows.length + 1) })}
        >{t`Add a line`}</Button>
      )}
      {error ? (
        <p role="alert" className="field-error">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

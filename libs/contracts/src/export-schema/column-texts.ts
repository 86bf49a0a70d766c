import type { ExportColumn, ExportKind } from '../resources/exported/export-kind.js';
import { fieldText } from '../texts/index.js';

/** What a column means: its own text, or that of the field of the answer. @throws Error for a column without one */
export function columnText({ name, component }: Pick<ExportKind, 'name' | 'component'>, column: ExportColumn): string {
  const path = column.name.split('.');
  const text = column.text ?? fieldText([component, ...path.slice(0, -1)], path.at(-1) ?? '')?.[0];
  if (text === undefined) throw new Error(`the column ${column.name} of ${name} has no text`);
  return text;
}

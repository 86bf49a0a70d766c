import type { ExportColumn, ExportKind } from '../resources/exported/export-kind.js';
import { exportKinds } from '../resources/exported/kinds.js';

/** The note at the beginning of generated files. */
export const generatedBy =
  'Written by `npm run export-schema` from the declarations of the kinds; do not change it here.';

const head = `# Columns of exported files

${generatedBy}

[Files of data](data.md) describes requests, formats, and the form of names and types in each format. The columns in bold
identify a row.
`;

/** The page of all kinds of records and their columns. */
export const columnsPage = (): string => [head, ...exportKinds.map(chapterOf)].join('\n');

function chapterOf(kind: ExportKind): string {
  return `## ${kind.name}
${kind.row}. ${changesOf(kind)}

| column | type | meaning |
|---|---|---|
${kind.columns.map((column) => rowOf(kind, column)).join('\n')}
`;
}

function changesOf({ changes }: ExportKind): string {
  if (changes === null) return 'Each export has all rows.';
  return changes.every((column) => column === 'created_at')
    ? 'Rows never change, so incremental exports have new ones.'
    : 'Incremental exports have new and changed rows.';
}

function rowOf(kind: ExportKind, column: ExportColumn): string {
  const name = kind.identity.includes(column.name) ? `**\`${column.name}\`**` : `\`${column.name}\``;
  return `| ${name} | ${column.type} | ${column.text.replaceAll('|', '\\|')} |`;
}

import { defaultTheme, type ContentTable, type DocumentContents, type Entry } from './document-contents.js';

/** A table as the first version stored it. */
interface FirstTable {
  title: string | null;
  columns: string[];
  rows: string[][];
}

/** The content of a document as the first version stored it, without a version number. */
export interface FirstContents {
  title: string;
  head: Entry[];
  notes: Entry[];
  from: { title: string; lines: string[] };
  to: { title: string; lines: string[] };
  amount: { value: string; remark: string };
  tables: FirstTable[];
  totals: Entry[];
  paragraphs: { title: string | null; text: string }[];
  footer: string | null;
}

/** The content of a document as the second version stored it: the reasons of taxes were paragraphs. */
export type SecondContents = Omit<DocumentContents, 'version' | 'taxReasons'> & { version: 2 };

/** The content of a document in any version that a release has stored: documents stay for years. */
export type StoredContents = FirstContents | SecondContents | DocumentContents;

/** Brings a stored content into the current form, without changing its words and figures. */
export function currentContents(stored: StoredContents): DocumentContents {
  if (!('version' in stored)) return fromSecond(fromFirst(stored));
  return stored.version === 2 ? fromSecond(stored) : stored;
}

const fromSecond = (second: SecondContents): DocumentContents => ({ ...second, version: 3, taxReasons: [] });

function fromFirst(first: FirstContents): SecondContents {
  return {
    ...first,
    version: 2,
    theme: defaultTheme,
    // The first version did not store its language.
    language: 'und',
    from: partyOf(first.from),
    to: partyOf(first.to),
    tables: first.tables.map(tableOf),
    totals: first.totals.map((entry, index, all) => ({ ...entry, remark: null, strong: index === all.length - 1 })),
    taxes: null,
    payment: null,
    details: [],
    page: '{page} / {pages}',
    mark: null,
  };
}

const partyOf = ({ title, lines: [name = '', ...lines] }: FirstContents['from']) => ({
  title,
  name,
  lines,
  numbers: [],
});

const tableOf = ({ title, columns, rows }: FirstTable): ContentTable => ({
  title,
  columns,
  groups: [{ title: null, rows: rows.map((cells) => ({ kind: 'line', level: 0, cells, remarks: [] })) }],
});

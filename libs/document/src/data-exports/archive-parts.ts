import { crc32 } from 'node:zlib';
import { centsText, type Cell } from '@tollgate/platform';
import { centsNumber, currencyExponent } from '@tollgate/rating';
import type { IssuedPaper } from '@tollgate/invoicing/reader';
import type { FileState } from '../issued-documents/drawn-files.repository.js';
import type { ArchiveProgress, DocumentKind } from '../tables/document.tables.js';
import { csvOf } from '../file-formats/csv.js';
import { emptyZip, sizeOf, withEntry, type ZipEntry } from './zip.js';

/** A file of an archive, and where its bytes are. */
export interface ArchivedFile extends ZipEntry {
  documentId: string;
  type: 'pdf' | 'xml';
  /** Of a PDF file: a void after the archive adds another one. */
  state?: FileState;
}

/** A part of an archive, as it is stored: its files, and their lines of the list. */
export interface ArchivePart {
  files: ArchivedFile[];
  list: string;
}

/** A document with the bytes of its files. */
export interface FiledDocument {
  documentId: string;
  paper: IssuedPaper;
  /** Without its ending. */
  name: string;
  pdf: { content: Buffer; sha256: string; state: FileState };
  xml: { content: Buffer; sha256: string } | null;
}

/** The name of the list of an archive. */
export const listName = 'list.csv';

/** The byte order mark, by which spreadsheets recognize UTF-8. */
const byteOrderMark = '\ufeff';

const listColumns = [
  'number',
  'kind',
  'issuing_date',
  'status',
  'billing_entity_code',
  'customer_external_id',
  'customer_name',
  'currency',
  'total_amount_cents',
  'total_amount',
  'file_name',
  'sha256',
];

export const newArchive = (kind: DocumentKind): ArchiveProgress => ({ kind, ...emptyZip, listBytes: 0, listCrc32: 0 });

const folders: Record<DocumentKind, string> = {
  invoice: 'invoices',
  credit_note: 'credit_notes',
  payment_receipt: 'receipts',
};

/**
 * Names the files of a document by its number. A number that other documents share, or that no file can have as its
 * name, gets the end of the document's id.
 * @param shared numbers of several documents, in lower case
 */
export function fileNameOf(
  kind: DocumentKind,
  { id, number }: { id: string; number: string },
  shared: ReadonlySet<string>,
): string {
  const plain = number.replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '_').replace(/^\.+|[. ]+$/g, '_');
  const isOwn = plain === number && plain !== '' && !shared.has(number.toLowerCase());
  return `${folders[kind]}/${isOwn ? plain : `${plain}-${id.slice(-12)}`}`;
}

/** Describes the files of documents. @param isFirst whether the list begins with the part */
export function partOf(kind: DocumentKind, documents: FiledDocument[], isFirst: boolean): ArchivePart {
  const filed = documents.flatMap((document) => [
    { document, type: 'pdf' as const, ...document.pdf },
    ...(document.xml ? [{ document, type: 'xml' as const, ...document.xml }] : []),
  ]);
  const nameOf = ({ document, type }: (typeof filed)[number]) => `${document.name}.${type}`;
  const lines = filed.map((file) => lineOf(kind, file.document.paper, nameOf(file), file.sha256));
  return {
    files: filed.map((file) => ({
      documentId: file.document.documentId,
      type: file.type,
      ...('state' in file ? { state: file.state } : {}),
      name: nameOf(file),
      size: file.content.length,
      crc32: crc32(file.content),
    })),
    list: isFirst ? `${byteOrderMark}${csvOf([listColumns, ...lines])}` : csvOf(lines),
  };
}

function lineOf(kind: DocumentKind, paper: IssuedPaper, name: string, sha256: string): Cell[] {
  const cents = centsNumber(paper.totalCents);
  return [
    paper.number,
    kind,
    paper.issuingDate,
    paper.status,
    paper.billingEntityCode,
    paper.externalCustomerId,
    paper.customerName,
    paper.currency,
    cents,
    centsText(cents, currencyExponent(paper.currency)),
    name,
    sha256,
  ];
}

/** Adds a part to the progress of an archive. */
export function withPart(progress: ArchiveProgress, { files, list }: ArchivePart): ArchiveProgress {
  const listed = Buffer.from(list);
  return {
    ...progress,
    ...files.reduce(withEntry, zipOf(progress)),
    listBytes: progress.listBytes + listed.length,
    listCrc32: crc32(listed, progress.listCrc32),
  };
}

/** The entry of the list, which is the last file of an archive. */
export const listEntry = ({ listBytes, listCrc32 }: ArchiveProgress): ZipEntry => ({
  name: listName,
  size: listBytes,
  crc32: listCrc32,
});

/** The bytes of an archive that ends here, with its list. */
export const archiveBytes = (progress: ArchiveProgress): number =>
  sizeOf(withEntry(zipOf(progress), listEntry(progress)));

export const zipOf = ({ files, fileBytes, directoryBytes }: ArchiveProgress) => ({ files, fileBytes, directoryBytes });

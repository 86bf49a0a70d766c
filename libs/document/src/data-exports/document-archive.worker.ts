import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DocumentExportFilters, type JobPayload } from '@tollgate/contracts';
import { Clock, exportFiltersOf, Jobs, type Instant } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { DrawnFiles } from '../drawn-files/drawn-files.service.js';
import { documentsOf, sharedNumbers } from '../issued-documents/documents.repository.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import { xmlFilesOf } from '../issued-documents/e-invoices.repository.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { archiveBytes, fileNameOf, newArchive, partOf, withPart, type FiledDocument } from './archive-parts.js';
import { countDocuments, documentsAfter, kindsOf, type DocumentPage } from './archived-documents.reader.js';
import type { DataExportRow } from './data-exports.repository.js';
import { completedAt } from './export-ends.js';
import { ExportParts } from './export-parts.js';

const documentsOfPart = 25;
/** The maximum number of documents of an archive; filters can split a larger one. */
const mostDocuments = 50_000;
const parallelArchives = 2;

/**
 * Prepares archives: it draws missing files, and lists all of them with their sizes and hashes. Files never change, so a
 * download reads them from their own place.
 */
@Injectable()
export class DocumentArchiveWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly parts: ExportParts,
    private readonly documents: DocumentsService,
    private readonly drawn: DrawnFiles,
  ) {}

  onApplicationBootstrap(): void {
    const write = (payload: JobPayload<'document-archive'>) =>
      this.parts.writeAll(payload, (row) => this.writePart(row));
    this.jobs.work('document-archive', write, parallelArchives);
  }

  /** @returns whether there may be more to write */
  private async writePart(row: DataExportRow): Promise<boolean> {
    const filters = exportFiltersOf(DocumentExportFilters, row);
    const kinds = kindsOf(filters);
    const progress = row.archive ?? newArchive(kinds[0] as DocumentKind);
    const { page, total } = await this.database.tenant(row.organization_id, async (transaction) => ({
      total: row.parts === 0 ? await countDocuments(transaction, filters, row.until) : null,
      page: await documentsAfter(transaction, progress.kind, filters, {
        after: row.last_id,
        until: row.until,
        limit: documentsOfPart,
      }),
    }));
    if ((total ?? row.records_total ?? 0) > mostDocuments) return this.parts.fail(row, 'too_many_documents');
    const now = await this.clock.now(row.organization_id);
    const filed = await this.filesOf(row.organization_id, progress.kind, page, now);
    const part = partOf(progress.kind, filed, row.parts === 0);
    const nextKind = page.next === null ? kinds[kinds.indexOf(progress.kind) + 1] : progress.kind;
    const archive = { ...withPart(progress, part), kind: nextKind ?? progress.kind };
    const changes = {
      ...(nextKind === undefined ? completedAt(now) : { status: 'processing' as const }),
      archive: JSON.stringify(archive),
      last_id: page.next,
      records_done: row.records_done + page.walked,
      rows_written: row.rows_written + part.files.length,
      size_bytes: BigInt(archiveBytes(archive)),
      ...(total === null ? {} : { records_total: total }),
    };
    await this.parts.store(row, { part: { content: JSON.stringify(part) }, changes });
    return nextKind !== undefined;
  }

  /** Issues documents that have no content yet, and draws their files. */
  private async filesOf(
    organizationId: string,
    kind: DocumentKind,
    { papers }: DocumentPage,
    now: Instant,
  ): Promise<FiledDocument[]> {
    if (papers.length === 0) return [];
    const ids = papers.map(({ id }) => id);
    const { places, shared, xmls } = await this.database.tenant(organizationId, async (transaction) => {
      await this.documents.issueAll(transaction, kind, ids, now);
      const found = await documentsOf(transaction, kind, ids);
      return {
        places: found,
        shared: await sharedNumbers(
          transaction,
          kind,
          papers.map(({ number }) => number),
        ),
        xmls: await xmlFilesOf(
          transaction,
          [...found.values()].map(({ id }) => id),
        ),
      };
    });
    const filed: FiledDocument[] = [];
    // One after another: requests for single files come first, and memory holds the files of one part.
    for (const paper of papers) {
      const place = places.get(paper.id);
      if (!place) throw new Error(`${kind} ${paper.id} has no document`);
      const xml = xmls.get(place.id);
      filed.push({
        documentId: place.id,
        paper,
        name: fileNameOf(kind, { id: place.id, number: paper.number }, shared),
        pdf: await this.drawn.fileOf(organizationId, place.id, { patient: true }),
        xml: xml ? { content: Buffer.from(xml.content), sha256: xml.sha256 } : null,
      });
    }
    return filed;
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DocumentExportFilters, type JobPayload, type QueryInput } from '@tollgate/contracts';
import { Clock, exportFiltersOf, Jobs, Logger, type Instant } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { DrawnFiles } from '../drawn-files/drawn-files.service.js';
import { documentsOf, sharedNumbers } from '../issued-documents/documents.repository.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import { xmlFilesOf } from '../issued-documents/e-invoices.repository.js';
import type { DocumentKind } from '../tables/document.tables.js';
import {
  archiveBytes,
  fileNameOf,
  newArchive,
  partOf,
  withPart,
  type ArchivePart,
  type FiledDocument,
} from './archive-parts.js';
import { countDocuments, documentsAfter, kindsOf, type DocumentPage } from './archived-documents.reader.js';
import { advance, findDataExport, insertPart, type DataExportRow } from './data-exports.repository.js';
import { completedAt, failExport, permanentFaultOf } from './export-ends.js';

const documentsOfPart = 25;
/** The maximum number of documents of an archive; filters can split a larger one. */
const mostDocuments = 50_000;
const parallelArchives = 2;

type Filters = QueryInput<typeof DocumentExportFilters>;

/**
 * Prepares archives part by part: it draws missing files, and lists all of them with their sizes and hashes. Files never
 * change, so a download reads them from their own place. A stopped process loses only its current part.
 */
@Injectable()
export class DocumentArchiveWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
    private readonly documents: DocumentsService,
    private readonly drawn: DrawnFiles,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('document-archive', (payload) => this.write(payload), parallelArchives);
  }

  private async write({
    organization_id: organizationId,
    data_export_id: id,
  }: JobPayload<'document-archive'>): Promise<void> {
    for (;;) {
      const row = await this.database.tenant(organizationId, (transaction) => findDataExport(transaction, id));
      if (row?.status !== 'pending' && row?.status !== 'processing') return;
      if (!(await this.writePart(row))) return;
    }
  }

  /** @returns whether there may be more to write */
  private async writePart(row: DataExportRow): Promise<boolean> {
    try {
      return await this.advance(row, exportFiltersOf(DocumentExportFilters, row));
    } catch (error) {
      const fault = permanentFaultOf(error);
      if (fault === null) throw error;
      this.logger.warn('archive of documents failed', { data_export_id: row.id, error });
      await this.fail(row, fault);
      return false;
    }
  }

  private async advance(row: DataExportRow, filters: Filters): Promise<boolean> {
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
    if ((total ?? row.records_total ?? 0) > mostDocuments) {
      await this.fail(row, 'too_many_documents');
      return false;
    }
    const now = await this.clock.now(row.organization_id);
    const filed = await this.filesOf(row.organization_id, progress.kind, page, now);
    const part = partOf(progress.kind, filed, row.parts === 0);
    const nextKind = page.next === null ? kinds[kinds.indexOf(progress.kind) + 1] : progress.kind;
    const archive = { ...withPart(progress, part), kind: nextKind ?? progress.kind };
    await this.store(row, part, {
      ...(nextKind === undefined ? completedAt(now) : { status: 'processing' as const }),
      archive: JSON.stringify(archive),
      last_id: page.next,
      records_done: row.records_done + page.walked,
      size_bytes: BigInt(archiveBytes(archive)),
      ...(total === null ? {} : { records_total: total }),
    });
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

  private async store(row: DataExportRow, part: ArchivePart, changes: Parameters<typeof advance>[2]): Promise<void> {
    await this.database.tenant(row.organization_id, async (transaction) => {
      const isMine = await advance(transaction, row, {
        ...changes,
        parts: row.parts + 1,
        rows_written: row.rows_written + part.files.length,
      });
      if (isMine) await insertPart(transaction, row.id, row.parts + 1, JSON.stringify(part));
    });
  }

  private async fail(row: DataExportRow, error: string): Promise<void> {
    await this.database.tenant(row.organization_id, (transaction) => failExport(transaction, row, error));
  }
}

import { Module } from '@nestjs/common';
import { AddressResolver, erasureMessagesOf, MailTransport, outboxRelayOf } from '@tollgate/platform';
import { AccountingExportWorker } from './data-exports/accounting-export.worker.js';
import { DataExportFiles } from './data-exports/data-export-files.js';
import { DataExportsController } from './data-exports/data-exports.controller.js';
import { DataExportsService } from './data-exports/data-exports.service.js';
import { DocumentArchiveWorker } from './data-exports/document-archive.worker.js';
import { ExportDelivery } from './data-exports/export-delivery.js';
import { ExportHousekeeping } from './data-exports/export-housekeeping.js';
import { ExportParts } from './data-exports/export-parts.js';
import { RecordExportWorker } from './data-exports/record-export.worker.js';
import { SentDocumentActs } from './bulk-acts/sent-document-acts.js';
import { DocumentDatabase } from './document.database.js';
import { DownloadsController } from './downloads/downloads.controller.js';
import { DownloadsService } from './downloads/downloads.service.js';
import { PortalDownloadsController } from './downloads/portal-downloads.controller.js';
import { StatementDownloadsController } from './downloads/statements.controller.js';
import { DrawnFiles } from './drawn-files/drawn-files.service.js';
import { DocumentDueWork } from './due-work/document.due-work.js';
import { DataExportDestinationsController } from './export-destinations/data-export-destinations.controller.js';
import { ExportDestinations } from './export-destinations/export-destinations.service.js';
import { DataExportSchedulesController } from './export-schedules/data-export-schedules.controller.js';
import { ExportSchedulesDueWork } from './export-schedules/export-schedules.due-work.js';
import { ExportSchedules } from './export-schedules/export-schedules.service.js';
import { DueFiles } from './files/due-files.service.js';
import { DocumentErasure } from './erasure/document-erasure.js';
import { FilesController } from './files/files.controller.js';
import { FilesService } from './files/files.service.js';
import { DocumentsService } from './issued-documents/documents.service.js';
import { EInvoicesMetrics } from './issued-documents/e-invoices.metrics.js';
import { IssuedMessagesController } from './issued-documents/issued-messages.controller.js';
import { DocumentMails } from './mails/document-mails.service.js';
import { EmailsController } from './mails/emails.controller.js';
import { EmailsService } from './mails/emails.service.js';
import { MailComposer } from './mails/mail-composer.service.js';
import { AlertMails } from './mails/alert-mails.js';
import { AlertMessagesController } from './mails/alert-messages.controller.js';
import { RequestMessagesController } from './mails/request-messages.controller.js';
import { ResendsController } from './mails/resends.controller.js';
import { ResendsService } from './mails/resends.service.js';
import { StatementResendsController } from './mails/statement-resends.controller.js';
import { StatementResendsService } from './mails/statement-resends.service.js';
import { NumberSequencesController } from './number-sequences/number-sequences.controller.js';
import { NumberSequences } from './number-sequences/number-sequences.service.js';
import { PagesController } from './pages/pages.controller.js';
import { PagesService } from './pages/pages.service.js';
import { PreviewsController } from './previews/previews.controller.js';
import { PreviewsService } from './previews/previews.service.js';
import { StatementMessagesController } from './statements/statement-messages.controller.js';
import { StatementSchedules } from './statements/statement-schedules.service.js';
import { StatementsDueWork } from './statements/statements.due-work.js';
import { StatementsService } from './statements/statements.service.js';

/** Documents, mails and exports that customers receive. */
@Module({
  controllers: [
    IssuedMessagesController,
    FilesController,
    PagesController,
    DownloadsController,
    PortalDownloadsController,
    StatementDownloadsController,
    StatementMessagesController,
    StatementResendsController,
    DataExportsController,
    DataExportDestinationsController,
    DataExportSchedulesController,
    NumberSequencesController,
    ResendsController,
    EmailsController,
    RequestMessagesController,
    AlertMessagesController,
    PreviewsController,
    erasureMessagesOf(DocumentDatabase, 'document'),
  ],
  providers: [
    DocumentDatabase,
    outboxRelayOf(DocumentDatabase),
    DocumentErasure,
    DocumentsService,
    EInvoicesMetrics,
    DrawnFiles,
    DueFiles,
    FilesService,
    PagesService,
    DownloadsService,
    StatementsService,
    StatementSchedules,
    StatementsDueWork,
    StatementResendsService,
    DataExportsService,
    ExportParts,
    ExportDelivery,
    ExportHousekeeping,
    RecordExportWorker,
    AddressResolver,
    ExportDestinations,
    ExportSchedules,
    ExportSchedulesDueWork,
    DocumentDueWork,
    DocumentArchiveWorker,
    AccountingExportWorker,
    DataExportFiles,
    NumberSequences,
    MailTransport,
    MailComposer,
    AlertMails,
    DocumentMails,
    EmailsService,
    ResendsService,
    PreviewsService,
    SentDocumentActs,
  ],
})
export class DocumentModule {}

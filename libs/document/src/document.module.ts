import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { DocumentDatabase } from './document.database.js';
import { DownloadsController } from './downloads/downloads.controller.js';
import { DownloadsService } from './downloads/downloads.service.js';
import { FilesController } from './files/files.controller.js';
import { FilesService } from './files/files.service.js';
import { DocumentsService } from './keeping/documents.service.js';
import { IssuedMessagesController } from './keeping/issued-messages.controller.js';

/** What customers receive. */
@Module({
  controllers: [IssuedMessagesController, FilesController, DownloadsController],
  providers: [DocumentDatabase, outboxRelayOf(DocumentDatabase), DocumentsService, FilesService, DownloadsService],
})
export class DocumentModule {}

import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { DocumentDatabase } from './document.database.js';

/** What customers receive. */
@Module({ providers: [DocumentDatabase, outboxRelayOf(DocumentDatabase)] })
export class DocumentModule {}

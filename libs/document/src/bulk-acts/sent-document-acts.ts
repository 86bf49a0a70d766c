import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus, Logger, serveBulkActs } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { ResendsService } from '../mails/resends.service.js';

/** Sends many documents, as their calls do (invoices, section 15). */
@Injectable()
export class SentDocumentActs implements OnModuleInit {
  constructor(
    readonly database: DocumentDatabase,
    readonly commands: CommandBus,
    readonly logger: Logger,
    private readonly resends: ResendsService,
  ) {}

  onModuleInit(): void {
    serveBulkActs(this, 'document', {
      'invoices.send': {
        perform: ({ organizationId, id, once }) => this.resends.resend(organizationId, 'invoice', id, {}, once),
      },
    });
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock, Erasures, deleteAnswers } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { archiveContacts, countProviderRecords } from './accounting-copies.js';
import { blankPriceTests, blankReports, deleteMetadata } from './erased-documents.repository.js';

/** Erases what invoicing knows of a customer beside its issued documents (customers, section 17). */
@Injectable()
export class InvoicingErasure implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly erasures: Erasures,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.erasures.serve('invoicing', this.database, {
      tax_reports: async (transaction, erasure) => ({ rows: await blankReports(transaction, erasure) }),
      document_metadata: async (transaction, erasure) => ({
        rows:
          (await deleteMetadata(transaction, erasure)) +
          (await blankPriceTests(transaction, erasure)) +
          (await deleteAnswers(transaction, this.database.schema, [erasure.subjectId])),
      }),
      accounting_copy: async (transaction, erasure) =>
        archiveContacts(transaction, erasure, await this.clock.now(erasure.organizationId)),
      provider_records: (transaction, erasure) => countProviderRecords(transaction, erasure),
    });
  }
}

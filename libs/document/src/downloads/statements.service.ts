import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CustomerStatementQuery, FiledStatement } from '@tollgate/contracts';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import { readCustomerStatement } from '@tollgate/invoicing/reader';
import { Clock, idOfName, newId, NotFound, pageAddress, signedAddress } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { issuerIn, localeOf } from '../content/customer-texts.js';
import { buildStatementContent } from '../content/statement-content.js';
import { DocumentDatabase } from '../document.database.js';
import { documentsOf, insertDocuments, type DocumentPlace } from '../issued-documents/documents.repository.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import { storeLogos } from '../issued-documents/logos.repository.js';

const keyBytes = 32;

/** Files statements of account: a statement with the same content has the same file and page. */
@Injectable()
export class StatementsService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly documents: DocumentsService,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async file(organizationId: string, externalId: string, filters: CustomerStatementQuery): Promise<FiledStatement> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const { statement, customer } = await readCustomerStatement(transaction, externalId, filters, now);
      const embedded = (await readEmbeddedCustomers(transaction, [customer.id])).get(customer.id);
      if (!embedded) throw new NotFound('customer');
      const read = await readBillingEntityResource(transaction, customer.billingEntity.code);
      const issuer = issuerIn(localeOf(embedded, read), read);
      const logo = (await storeLogos(transaction, [issuer.svc_id])).get(issuer.svc_id) ?? null;
      const contents = JSON.stringify(buildStatementContent(statement, embedded, issuer));
      const digest = hash('sha256', `${customer.id} ${logo} ${contents}`, 'hex');
      const subjectId = idOfName(organizationId, `statement ${digest}`);
      await insertDocuments(transaction, [
        {
          id: newId(),
          organization_id: organizationId,
          kind: 'statement',
          subject_id: subjectId,
          number: `${customer.slug}-${statement.from_date}-${statement.to_date}-${statement.currency}`,
          contents,
          key: randomBytes(keyBytes).toString('hex'),
          created_at: new Date(now),
          logo_digest: logo,
        },
      ]);
      const place = (await documentsOf(transaction, 'statement', [subjectId])).get(subjectId) as DocumentPlace;
      const file = this.documents.fileOf(place);
      return { ...statement, file_url: signedAddress(file, Date.now()), web_url: pageAddress(file) };
    });
  }
}

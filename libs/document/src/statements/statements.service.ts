import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  BillingEntity,
  CustomerStatement,
  CustomerStatementQuery,
  EmbeddedCustomer,
  FiledStatement,
  IssuedStatement,
} from '@tollgate/contracts';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import { readCustomerStatement } from '@tollgate/invoicing/reader';
import {
  Clock,
  idOfName,
  newId,
  NotFound,
  pageAddress,
  signedAddress,
  type FileAddress,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { readEmbeddedCustomers, type CustomerName } from '@tollgate/subscription/reader';
import { issuerIn, localeOf } from '../content/customer-texts.js';
import { buildStatementContent } from '../content/statement-content.js';
import { DocumentDatabase } from '../document.database.js';
import { documentsOf, insertDocuments, type DocumentPlace } from '../issued-documents/documents.repository.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import { storeLogos } from '../issued-documents/logos.repository.js';
import { insertStatement } from './statements.repository.js';

const keyBytes = 32;

/** A statement that has a file. */
export interface IssuedAccount {
  /** The subject of its document. */
  id: string;
  statement: CustomerStatement;
  customer: EmbeddedCustomer;
  issuer: BillingEntity;
  file: FileAddress;
}

/** Files statements of account: a statement with the same content has the same file and page. */
@Injectable()
export class StatementsService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly documents: DocumentsService,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async file(organizationId: string, name: CustomerName, filters: CustomerStatementQuery): Promise<FiledStatement> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const { statement, file } = await this.issue(transaction, name, filters, now);
      return { ...statement, file_url: signedAddress(file, Date.now()), web_url: pageAddress(file) };
    });
  }

  /** Reads a statement and files it. @throws NotFound, ValidationFailed */
  async issue(
    transaction: TenantTransaction,
    name: CustomerName,
    filters: CustomerStatementQuery,
    now: Instant,
  ): Promise<IssuedAccount> {
    const { statement, customer } = await readCustomerStatement(transaction, name, filters, now);
    const embedded = (await readEmbeddedCustomers(transaction, [customer.id])).get(customer.id);
    if (!embedded) throw new NotFound('customer');
    return this.store(transaction, statement, embedded, now);
  }

  /** Files a statement that was read. */
  async store(
    transaction: TenantTransaction,
    statement: CustomerStatement,
    customer: EmbeddedCustomer,
    now: Instant,
  ): Promise<IssuedAccount> {
    const { organizationId } = transaction;
    const read = await readBillingEntityResource(transaction, customer.billing_entity_code);
    const issuer = issuerIn(localeOf(customer, read), read);
    const logo = (await storeLogos(transaction, [issuer.svc_id])).get(issuer.svc_id) ?? null;
    const contents = JSON.stringify(buildStatementContent(statement, customer, issuer));
    const digest = hash('sha256', `${customer.svc_id} ${logo} ${contents}`, 'hex');
    const id = idOfName(organizationId, `statement ${digest}`);
    await insertDocuments(transaction, [
      {
        id: newId(),
        organization_id: organizationId,
        kind: 'statement',
        subject_id: id,
        number: `${customer.slug}-${statement.from_date}-${statement.to_date}-${statement.currency}`,
        contents,
        key: randomBytes(keyBytes).toString('hex'),
        created_at: new Date(now),
        logo_digest: logo,
      },
    ]);
    await insertStatement(transaction, {
      id,
      organization_id: organizationId,
      customer_id: customer.svc_id,
      billing_entity_code: issuer.code,
      summary: summaryOf(statement),
    });
    const place = (await documentsOf(transaction, 'statement', [id])).get(id) as DocumentPlace;
    return { id, statement, customer, issuer, file: this.documents.fileOf(place) };
  }
}

/** A statement without its lists. */
export function summaryOf({ entries: _, open_items: _items, ...summary }: CustomerStatement): IssuedStatement {
  return summary;
}

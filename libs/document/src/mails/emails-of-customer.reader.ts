import { sql } from 'kysely';
import type { Email } from '@tollgate/contracts';
import { documentIdsOfCustomer } from '@tollgate/invoicing/reader';
import { paymentIdsOfCustomer } from '@tollgate/payment/reader';
import type { TenantTransaction } from '@tollgate/platform';
import type { MailRow } from '../issued-documents/mails.repository.js';
import { presentEmail } from './email.presenter.js';

/** The mails about a customer's documents, as the delivery log shows them, the newest first. */
export async function readEmailsOfCustomer(
  transaction: TenantTransaction,
  customerId: string,
  limit: number,
): Promise<Email[]> {
  const { rows } = await sql<MailRow>`
    select * from document.mails
    where organization_id = ${transaction.organizationId} and subject_id in (
      ${documentIdsOfCustomer(transaction, customerId)} union all ${paymentIdsOfCustomer(transaction, customerId)}
      union all select id from document.statements
        where organization_id = ${transaction.organizationId} and customer_id = ${customerId})
    order by created_at desc, id desc limit ${limit}
  `.execute(transaction);
  return rows.map(presentEmail);
}

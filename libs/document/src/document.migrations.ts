import type { SchemaMigrations } from '@tollgate/platform';
import { traces } from './migrations/001-traces.js';
import { documents } from './migrations/002-documents.js';
import { dataExports } from './migrations/003-data-exports.js';
import { mails } from './migrations/004-mails.js';
import { requestMails } from './migrations/005-request-mails.js';
import { logos } from './migrations/006-logos.js';
import { askedMails } from './migrations/007-asked-mails.js';
import { drawnFiles } from './migrations/008-drawn-files.js';
import { storedFiles } from './migrations/009-stored-files.js';
import { deliveryLog } from './migrations/010-delivery-log.js';
import { eInvoices } from './migrations/011-e-invoices.js';
import { archives } from './migrations/012-archives.js';
import { statements } from './migrations/013-statements.js';
import { voidedFiles } from './migrations/014-voided-files.js';
import { mailedStatements } from './migrations/015-mailed-statements.js';
import { accountingExports } from './migrations/016-accounting-exports.js';
import { exportsOfEveryKind } from './migrations/017-exports-of-every-kind.js';

export const documentMigrations: SchemaMigrations = {
  schema: 'document',
  migrations: [
    traces,
    documents,
    dataExports,
    mails,
    requestMails,
    logos,
    askedMails,
    drawnFiles,
    storedFiles,
    deliveryLog,
    eInvoices,
    archives,
    statements,
    voidedFiles,
    mailedStatements,
    accountingExports,
    exportsOfEveryKind,
  ],
  secrets: [{ table: 'data_export_destinations', column: 'secret_access_key' }],
};

import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
import { storedFiles } from './migrations/009-stored-files.js';
import { deliveryLog } from './migrations/010-delivery-log.js';
import { eInvoices } from './migrations/011-e-invoices.js';
import { archives } from './migrations/012-archives.js';
import { statements } from './migrations/013-statements.js';
import { voidedFiles } from './migrations/014-voided-files.js';
import { mailedStatements } from './migrations/015-mailed-statements.js';
import { accountingExports } from './migrations/016-accounting-exports.js';
import { exportsOfEveryKind } from './migrations/017-exports-of-every-kind.js';
import { mailsOfAlerts } from './migrations/018-mails-of-alerts.js';

export const documentMigrations: SchemaMigrations = {
  schema: 'document',
  baseline,
  migrations: [
    storedFiles,
    deliveryLog,
    eInvoices,
    archives,
    statements,
    voidedFiles,
    mailedStatements,
    accountingExports,
    exportsOfEveryKind,
    mailsOfAlerts,
  ],
  secrets: [{ table: 'data_export_destinations', column: 'secret_access_key' }],
};

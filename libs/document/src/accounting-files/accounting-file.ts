import type { AccountingFormat } from '@tollgate/contracts';
import { datevFile } from './datev.js';
import { fecFile } from './fec.js';
import type { AccountingFile } from './file-form.js';

/** The forms of accounting files by their formats. */
export const accountingFiles: Record<AccountingFormat, AccountingFile> = { datev: datevFile, fec: fecFile };

import type { AccountingFormat } from '@tollgate/contracts';
import type { AccountingFile } from './accounting-file.js';
import { datevFile } from './datev.js';
import { fecFile } from './fec.js';

/** The forms of accounting files by their names in the interface. */
export const accountingFiles: Record<AccountingFormat, AccountingFile> = { datev: datevFile, fec: fecFile };

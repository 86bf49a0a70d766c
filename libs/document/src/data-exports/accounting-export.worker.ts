import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { findBillingEntity, findDefaultBillingEntity } from '@tollgate/catalog/reader';
import { AccountingExportFilters, type AccountingFault, type JobPayload } from '@tollgate/contracts';
import {
  countJournal,
  journalEntryTypes,
  readJournal,
  type JournalFault,
  type JournalPage,
  type JournalPeriod,
  type JournalPosition,
} from '@tollgate/invoicing/reader';
import { Clock, exportFiltersOf, Jobs, NotFound, type TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { accountingFiles } from '../accounting-files/accounting-file.js';
import type { AccountingFile } from '../accounting-files/file-form.js';
import { postEntry } from '../accounting-files/posted-entries.js';
import type { AccountingSettings } from '../accounting-files/accounting-settings.js';
import { DocumentDatabase } from '../document.database.js';
import type { AccountingProgress } from '../tables/document.tables.js';
import { settingsOf, termsOf } from './accounting-terms.js';
import type { DataExportRow } from './data-exports.repository.js';
import { completedAt } from './export-ends.js';
import { ExportParts } from './export-parts.js';

const entriesOfPart = 250;
/** The maximum number of entries of a file; a shorter period has fewer. */
const mostEntries = 200_000;
/** The maximum number of documents without an entry that an export lists. */
const mostFaults = 100;
const parallelFiles = 2;

/** Entries as rows of a file. */
interface Part {
  rows: string[];
  entries: number;
  faults: AccountingFault[];
}

/**
 * Writes files for accounting programs. A document without an entry does not stop it: in the end the export fails and
 * lists the first of them.
 */
@Injectable()
export class AccountingExportWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly parts: ExportParts,
  ) {}

  onApplicationBootstrap(): void {
    const write = (payload: JobPayload<'accounting-export'>) =>
      this.parts.writeAll(payload, (row) => this.writePart(row));
    this.jobs.work('accounting-export', write, parallelFiles);
  }

  /** @returns whether there may be more to write */
  private async writePart(row: DataExportRow): Promise<boolean> {
    const settings = settingsOf(row);
    const file = accountingFiles[settings.format];
    const { page, part, total } = await this.database.tenant(row.organization_id, async (transaction) => {
      const period = await periodOf(transaction, row, settings);
      const read = await readJournal(transaction, period, {
        after: positionOf(row.accounting_progress),
        limit: entriesOfPart,
        currency: file.currency,
      });
      return {
        page: read,
        part: await partOf(transaction, read, { row, settings, file }),
        total: row.parts === 0 ? await countJournal(transaction, period) : null,
      };
    });
    if ((total ?? row.records_total ?? 0) > mostEntries) return this.parts.fail(row, 'too_many_documents');
    if (row.rows_written + part.rows.length > file.mostRows) return this.parts.fail(row, 'file_is_too_large');
    return this.store(row, { page, part, total, settings, file });
  }

  private async store(
    row: DataExportRow,
    { page, part, total, settings, file }: { page: JournalPage; part: Part; total: number | null } & Form,
  ): Promise<boolean> {
    const faults = [...row.faults, ...part.faults].slice(0, mostFaults);
    const text = `${row.parts === 0 ? file.head(termsOf(row, settings)) : ''}${part.rows.join('')}`;
    const now = await this.clock.now(row.organization_id);
    const end = faults.length > 0 ? failedBy('documents_without_accounts') : completedAt(now);
    const changes = {
      ...(page.next === null ? end : { status: 'processing' as const }),
      records_done: row.records_done + page.walked,
      rows_written: row.rows_written + part.rows.length,
      size_bytes: row.size_bytes + BigInt(file.encode(text).length),
      faults: JSON.stringify(faults),
      ...(page.next === null ? {} : { accounting_progress: JSON.stringify(progressOf(row, page.next, part)) }),
      ...(total === null ? {} : { records_total: total }),
    };
    await this.parts.store(row, { part: { content: text }, changes });
    return page.next !== null;
  }
}

/** How an export is written. */
interface Form {
  settings: AccountingSettings;
  file: AccountingFile;
}

/** The issuer of a file is the default one, unless filters name another. @throws NotFound for an unknown issuer */
async function periodOf(
  transaction: TenantTransaction,
  row: DataExportRow,
  settings: AccountingSettings,
): Promise<JournalPeriod> {
  const { billing_entity_code: code } = exportFiltersOf(AccountingExportFilters, row);
  const issuer = code ? await findBillingEntity(transaction, code) : await findDefaultBillingEntity(transaction);
  if (!issuer) throw new NotFound('billing_entity');
  const { from, to } = termsOf(row, settings);
  return { billingEntityId: issuer.id, from, to, withPayments: settings.withPayments, until: row.until };
}

async function partOf(
  transaction: TenantTransaction,
  { entries, faults }: JournalPage,
  { row, settings, file }: Form & { row: DataExportRow },
): Promise<Part> {
  const customers = await readEmbeddedCustomers(
    transaction,
    entries.map(({ customerId }) => customerId),
  );
  const part: Part = { rows: [], entries: 0, faults: faults.map(presentFault) };
  for (const entry of entries) {
    const customer = customers.get(entry.customerId);
    if (!customer) throw new Error(`no customer ${entry.customerId}`);
    const posted = postEntry(entry, customer, settings);
    if ('code' in posted) {
      part.faults.push(posted);
      continue;
    }
    part.entries += 1;
    part.rows.push(...file.rows(posted, (row.accounting_progress?.entries ?? 0) + part.entries));
  }
  return part;
}

const presentFault = ({ type, documentId, number, code, detail }: JournalFault): AccountingFault => ({
  entry_type: type,
  svc_document_id: documentId,
  number,
  code,
  detail,
});

const failedBy = (error: string) => ({ status: 'failed' as const, error, expires_at: new Date() });

function positionOf(progress: AccountingProgress | null): JournalPosition | null {
  const type = journalEntryTypes.find((one) => one === progress?.type);
  return progress && type ? { day: progress.day, id: progress.id, type } : null;
}

const progressOf = (row: DataExportRow, next: JournalPosition, { entries }: Part): AccountingProgress => ({
  ...next,
  entries: (row.accounting_progress?.entries ?? 0) + entries,
});

import { Injectable } from '@nestjs/common';
import { CreditNoteUpdate, type CreditNote, type RawInput } from '@tollgate/contracts';
import {
  Clock,
  readRawMetadata,
  isId,
  mergedMetadata,
  metadataWithout,
  NotAllowed,
  NotFound,
  storedMetadata,
  readRawInput,
  type Metadata,
  type Repetition,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { enqueueRefundSync } from '../../model/accounting/enqueue-accounting-syncs.js';
import {
  findCreditNote,
  lockCreditNote,
  updateCreditNote,
  type CreditNoteRow,
} from '../../model/credit-notes/credit-notes.repository.js';
import { presentCreditNotes } from './credit-note.presenter.js';

/** Changes credit notes: the result of their refund, their void, their metadata (invoices, section 6.5). */
@Injectable()
export class CreditNoteChangesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async update(organizationId: string, id: string, raw: RawInput): Promise<CreditNote> {
    return this.change(organizationId, id, async (transaction, note, now) => {
      const { refund_status: status, metadata } = readRawInput(CreditNoteUpdate, raw);
      const changes = {
        ...(status ? { refund_status: status } : {}),
        ...(metadata ? { metadata: storedMetadata(mergedMetadata(note.metadata, metadata)) } : {}),
      };
      await updateCreditNote(transaction, id, changes, now);
      if (status === 'succeeded') await enqueueRefundSync(transaction, id, now);
      return presented(transaction, id);
    });
  }

  /**
   * Makes the rest of its credit unusable; its totals remain.
   * @param once the key under which it is done once
   * @throws NotFound, NotAllowed `no_voidable_amount`
   */
  async void(organizationId: string, id: string, once?: Repetition): Promise<CreditNote> {
    const work = async (transaction: TenantTransaction, note: CreditNoteRow, now: Instant) => {
      if (note.balance_amount_cents <= 0n) throw new NotAllowed('no_voidable_amount');
      const voided = { credit_status: 'voided', balance_amount_cents: 0n, voided_at: new Date(now) } as const;
      await updateCreditNote(transaction, id, voided, now);
      return presented(transaction, id);
    };
    return this.change(organizationId, id, work, once);
  }

  /** Changes nothing without metadata in the body. @throws NotFound, ValidationFailed */
  async replaceMetadata(organizationId: string, id: string, raw: RawInput): Promise<Metadata> {
    return this.changeMetadata(organizationId, id, (before) => readRawMetadata(raw) ?? before);
  }

  /** @throws NotFound, ValidationFailed */
  async mergeMetadata(organizationId: string, id: string, raw: RawInput): Promise<Metadata> {
    return this.changeMetadata(organizationId, id, (before) => mergedMetadata(before, readRawMetadata(raw)));
  }

  /** @throws NotFound */
  async removeMetadata(organizationId: string, id: string): Promise<Metadata> {
    return this.changeMetadata(organizationId, id, () => null);
  }

  /** An absent key changes nothing. @throws NotFound, also for a note without metadata */
  async removeMetadataKey(organizationId: string, id: string, key: string): Promise<Metadata> {
    return this.changeMetadata(organizationId, id, (before) => metadataWithout(before, key));
  }

  private async changeMetadata(
    organizationId: string,
    id: string,
    changed: (before: Metadata) => Metadata,
  ): Promise<Metadata> {
    return this.change(organizationId, id, async (transaction, note, now) => {
      const metadata = changed(note.metadata);
      await updateCreditNote(transaction, id, { metadata: storedMetadata(metadata) }, now);
      return metadata;
    });
  }

  private async change<T>(
    organizationId: string,
    id: string,
    work: (transaction: TenantTransaction, note: CreditNoteRow, now: Instant) => Promise<T>,
    once?: Repetition,
  ): Promise<T> {
    if (!isId(id)) throw new NotFound('credit_note');
    const now = await this.clock.now(organizationId);
    return this.database.createOnce(organizationId, once, async (transaction) => {
      const note = await lockCreditNote(transaction, id);
      if (!note) throw new NotFound('credit_note');
      return work(transaction, note, now);
    });
  }
}

async function presented(transaction: TenantTransaction, id: string): Promise<CreditNote> {
  const row = (await findCreditNote(transaction, id)) as CreditNoteRow;
  return (await presentCreditNotes(transaction, [row]))[0] as CreditNote;
}

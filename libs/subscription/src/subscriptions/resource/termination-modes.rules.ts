import {
  terminationCreditNotes,
  terminationInvoices,
  type FieldErrors,
  type SubscriptionUpdate,
  type TerminationOptions,
} from '@tollgate/contracts';
import { refuseErrors } from '@tollgate/platform';
import { storedModes, type TerminationModes } from '../../lifecycle/lifecycle.js';

type StoredModes = Parameters<typeof storedModes>[0];
type ModesInput = Pick<SubscriptionUpdate, 'on_termination_credit_note' | 'on_termination_invoice'>;

const oneOf = <const T extends readonly string[]>(values: T, text: string): text is T[number] => values.includes(text);

/**
 * The modes of a requested termination: requested, else stored, else credit and generate (subscriptions, section 9.1).
 */
export function terminationModes(
  row: StoredModes,
  options: TerminationOptions,
  payInAdvance: boolean,
): TerminationModes {
  const { on_termination_credit_note: creditNote, on_termination_invoice: invoice } = options;
  const errors: FieldErrors = {};
  if (payInAdvance && creditNote && !oneOf(terminationCreditNotes, creditNote))
    errors['on_termination_credit_note'] = ['invalid_value'];
  if (invoice && !oneOf(terminationInvoices, invoice)) errors['on_termination_invoice'] = ['invalid_value'];
  refuseErrors(errors);
  const stored = storedModes(row);
  return {
    creditNote: creditNote && oneOf(terminationCreditNotes, creditNote) ? creditNote : stored.creditNote,
    invoice: invoice && oneOf(terminationInvoices, invoice) ? invoice : stored.invoice,
  };
}

/** The modes of an update; adds an error for an unknown one (subscriptions, section 4). */
export function updatedModes(input: ModesInput, errors: FieldErrors): Partial<TerminationModes> {
  const { on_termination_credit_note: creditNote, on_termination_invoice: invoice } = input;
  const modes: Partial<TerminationModes> = {};
  if (creditNote) {
    if (oneOf(terminationCreditNotes, creditNote)) modes.creditNote = creditNote;
    else errors['on_termination_credit_note'] = ['invalid_value'];
  }
  if (invoice) {
    if (oneOf(terminationInvoices, invoice)) modes.invoice = invoice;
    else errors['on_termination_invoice'] = ['invalid_value'];
  }
  return modes;
}

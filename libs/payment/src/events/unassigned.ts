/** Why an event that names an object of ours cannot be applied. */
export interface Unassigned {
  reason: UnassignedReason;
  /** A sentence for operators that begins with the field. */
  details: string;
  /** The id of the object; null for a text that is no id. */
  id: string | null;
}

export type UnassignedReason =
  | 'unknown_payment'
  | 'unknown_refund'
  | 'unknown_invoice'
  | 'unknown_payment_request'
  | 'unknown_customer'
  | 'other_currency'
  | 'invalid_amount';

/** A parked event that still fits nothing here. Its name becomes the reason. */
export class UnassignedEvent extends Error {
  constructor({ reason, details }: Pick<Unassigned, 'details'> & { reason: string }) {
    super(details);
    this.name = reason;
    // Operators read the sentence, and no trace.
    this.stack = details;
  }
}

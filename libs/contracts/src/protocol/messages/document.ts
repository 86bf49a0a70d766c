import { z } from 'zod';
import { IssuedStatement } from '../../resources/customer-statements.js';
import { Email } from '../../resources/emails.js';
import { toWebhooks, type MessageContract } from '../message-contract.js';
import { StoredFile } from '../message-payloads.js';

/** The messages that the document service publishes, by type. */
export const documentMessages = {
  /** A document's file exists: the document's owner stores its location. */
  'invoice.generated': {
    producer: 'document',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ invoice_id: z.uuid(), file: StoredFile, xml: StoredFile.optional() }),
  },
  'credit_note.generated': {
    producer: 'document',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ credit_note_id: z.uuid(), file: StoredFile, xml: StoredFile.optional() }),
  },
  /** A document's e-invoice could not be made valid: its owner shows why. */
  'invoice.einvoicing_error': {
    producer: 'document',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ invoice_id: z.uuid(), faults: z.array(z.string()) }),
  },
  'credit_note.einvoicing_error': {
    producer: 'document',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ credit_note_id: z.uuid(), faults: z.array(z.string()) }),
  },
  'payment_receipt.generated': {
    producer: 'document',
    consumers: ['webhook-delivery', 'payment'],
    payload: z.object({ payment_receipt_id: z.uuid(), file: StoredFile }),
  },
  /** A statement of account was issued by schedule. */
  'customer_statement.generated': {
    producer: 'document',
    consumers: toWebhooks,
    payload: z.object({ statement_id: z.uuid(), customer_statement: IssuedStatement, file: StoredFile }),
  },
  /** A mail server refused an e-mail for a recipient, for good. */
  'email.refused': {
    producer: 'document',
    consumers: toWebhooks,
    payload: z.object({ email_id: z.uuid(), email: Email }),
  },
} as const satisfies Record<string, MessageContract>;

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BulkAct } from '../api/records.js';

/** The texts of the buttons, by act. */
export const actNames: Record<BulkAct['act'], MessageDescriptor> = {
  'invoices.finalize': msg`Finalize the invoices`,
  'invoices.refresh': msg`Refresh the drafts`,
  'invoices.void': msg`Void the invoices`,
  'invoices.retry_payment': msg`Retry the payments`,
  'invoices.send': msg`Send the invoices`,
  'invoices.add_metadata': msg`Add metadata to the invoices`,
  'credit_notes.void': msg`Void the credit notes`,
  'customers.apply_coupon': msg`Apply a coupon to the customers`,
  'customers.request_payment': msg`Request payment of all overdue invoices`,
  'subscriptions.end': msg`End the subscriptions`,
  'subscriptions.change_plan': msg`Change the plan of the subscriptions`,
};

import { msg } from '@lingui/core/macro';
import type { PaymentProvider } from '../../api/records.js';
import { codeColumn, instantColumn, linkColumn, stateColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';
import { providerForms } from './forms.js';

/** Whether events of the provider can be verified: without them, late outcomes stay unknown. */
export const connectionState = ({ webhook_registered: isRegistered, provider }: PaymentProvider): string =>
  isRegistered || providerForms[provider].isForTests ? 'active' : 'incomplete';

export const paymentProviderColumns: readonly Column<PaymentProvider>[] = [
  linkColumn(msg`Name`, 'paymentProvider', byCode, (row) => row.name),
  textColumn(msg`Provider`, (row) => providerForms[row.provider].title),
  codeColumn(msg`Code`, byCode),
  stateColumn(msg`State`, connectionState),
  wide(textColumn(msg`Merchant account`, (row) => row.merchant_account)),
  wide(instantColumn(msg`Connected`, (row) => row.created_at)),
];

import { pageAddress, signedAddress } from '@tollgate/platform';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `customer_statement` (webhooks, section 4). */
export const customerStatementPayloads: PayloadsOf<'customer_statement'> = {
  'customer_statement.generated': {
    idOf: ({ statement_id: id }) => id,
    load: (_transaction, { customer_statement: statement, file }) =>
      Promise.resolve({ ...statement, file_url: signedAddress(file, Date.now()), web_url: pageAddress(file) }),
  },
};

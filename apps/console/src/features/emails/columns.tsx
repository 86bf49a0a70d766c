import { msg } from '@lingui/core/macro';
import { actsColumn } from '../../acts/acts-column.js';
import type { Email } from '../../api/records.js';
import { enumColumn, filling, preciseColumn, stateColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { emailActs } from './acts.js';

/** Why recipients did not receive a mail, each reason once. */
export const reasonsOf = ({ recipients }: Pick<Email, 'recipients'>): string =>
  [...new Set(recipients.map(({ reason }) => reason ?? ''))].filter((reason) => reason !== '').join('; ');

export const emailColumns: readonly Column<Email>[] = [
  textColumn(msg`Recipients`, ({ recipients }) => recipients.map(({ email }) => email).join(', ')),
  enumColumn(msg`Document`, (row) => row.email_type),
  stateColumn(msg`State`, (row) => row.status),
  filling(textColumn(msg`Reason`, reasonsOf)),
  wide(preciseColumn(msg`Created`, (row) => row.created_at)),
  actsColumn(emailActs),
];

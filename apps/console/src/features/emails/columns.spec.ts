import { expect, it } from '@jest/globals';
import { reasonsOf } from './columns.js';

it('an e-mail has each reason once', () => {
  const recipient = { email: 'a@example.com', field: 'to', status: 'refused', code: 550 } as const;
  const recipients = ['mailbox unavailable', 'mailbox unavailable', null].map((reason) => ({ ...recipient, reason }));
  expect(reasonsOf({ recipients })).toBe('mailbox unavailable');
  expect(reasonsOf({ recipients: [] })).toBe('');
});

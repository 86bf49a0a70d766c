import { expect, it } from '@jest/globals';
import { shortPage } from './page/mail-page.js';
import { writeMail } from './page/write-mail.js';

it('a subject cannot turn the direction of what follows a name', () => {
  const subject = 'Invoice of \u202eemca\u202c \u2066x\u2069 \u05d0';
  const page = shortPage({ subject, preheader: 'p', sender: 's', greeting: 'g', paragraphs: ['p'] });
  expect(writeMail(page).subject).toBe('Invoice of emca x \u05d0');
});

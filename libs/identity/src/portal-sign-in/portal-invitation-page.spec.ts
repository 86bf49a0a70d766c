import { expect, it } from '@jest/globals';
import { documentLanguages } from '@tollgate/contracts';
import { writeMail } from '@tollgate/platform';
import { portalInvitationPage } from './portal-invitation-page.js';

const mail = {
  organization: 'Acme $& Söhne',
  email: 'ada@buyer.example',
  url: 'https://billing.example.com/portal/sign-in/acme',
};

it.each(documentLanguages)('is whole in %s', (locale) => {
  const { subject, text, html = '' } = writeMail(portalInvitationPage(mail, locale));
  expect(subject).toContain('Acme $& Söhne');
  expect(text).toContain('ada@buyer.example');
  expect(text).toContain(mail.url);
  expect(text).not.toMatch(/[{}]|undefined/);
  expect(html).toContain(`<html lang="${locale}">`);
});

it('is in English without a known language', () => {
  expect(portalInvitationPage(mail, 'xx')).toEqual(portalInvitationPage(mail, 'en'));
});

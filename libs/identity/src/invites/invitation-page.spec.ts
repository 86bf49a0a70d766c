import { expect, it } from '@jest/globals';
import { documentLanguages } from '@tollgate/contracts';
import { writeMail } from '@tollgate/platform';
import { invitationPage } from './invitation-page.js';

const url = 'https://bill.example.com/invitation/abc';
const invitation = { organization: 'Nimbus <b>{day}</b> & Co', url, expiresAt: new Date('2026-12-03T23:30:00Z') };

it.each(documentLanguages)('is whole in %s', (locale) => {
  const { subject, text, html = '' } = writeMail(invitationPage(invitation, locale));
  expect(subject).toContain('Nimbus <b>{day}</b> & Co');
  expect(text).toContain(`\n${url}\n`);
  expect(text).toContain('2026');
  expect(text.replaceAll('{day}</b>', '')).not.toMatch(/[{}]|undefined/);
  expect(html).toContain(`href="${url}"`);
  expect(html).toContain(`<html lang="${locale}">`);
  expect(html).toContain('Nimbus &lt;b&gt;');
  expect(html).not.toContain('Nimbus <b>');
});

it('states its last day, in English without a known language', () => {
  const { text } = writeMail(invitationPage({ ...invitation, organization: 'Nimbus' }, null));
  expect(text).toContain('Nimbus invites you to its billing. The invitation is valid until December 3, 2026.');
  expect(invitationPage(invitation, 'xx')).toEqual(invitationPage(invitation, 'en'));
});

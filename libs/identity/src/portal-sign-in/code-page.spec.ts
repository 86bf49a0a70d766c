import { expect, it } from '@jest/globals';
import { documentLanguages } from '@tollgate/contracts';
import { writeMail } from '@tollgate/platform';
import { codePage } from './code-page.js';

const mail = { code: '12345678', name: 'Acme $& Söhne', minutes: 10 };

it.each(documentLanguages)('is whole in %s', (locale) => {
  const { subject, text, html = '' } = writeMail(codePage({ ...mail, locale }));
  expect(subject).toContain('Acme $& Söhne');
  expect(text).toContain('1234 5678');
  expect(text).toContain('10');
  expect(text).not.toMatch(/[{}]|undefined/);
  expect(html).toContain(`<html lang="${locale}">`);
});

it('is in English without a known language', () => {
  expect(codePage({ ...mail, locale: 'xx' })).toEqual(codePage({ ...mail, locale: 'en' }));
});

import { expect, it } from '@jest/globals';
import { documentLanguages } from '@tollgate/contracts';
import { writeMail } from '@tollgate/platform';
import { resetPage } from './reset-page.js';

const url = 'https://bill.example.com/reset-password/abc';

it.each(documentLanguages)('is whole in %s', (locale) => {
  const { subject, text, html = '' } = writeMail(resetPage(url, 60, locale));
  expect(subject).not.toBe('');
  expect(text).toContain(`\n${url}\n`);
  expect(text).toContain('60');
  expect(text).not.toMatch(/[{}]|undefined/);
  expect(html).toContain(`href="${url}"`);
  expect(html).toContain(`<html lang="${locale}">`);
});

it('is in English without a known language', () => {
  expect(resetPage(url, 60, null)).toEqual(resetPage(url, 60, 'en'));
  expect(resetPage(url, 60, 'xx').subject).toBe('Reset your password');
});

import { describe, expect, it } from '@jest/globals';
import { documentLanguages, previewedDocuments } from '@tollgate/contracts';
import { writeMail } from '@tollgate/platform';
import { issuer } from '../content/documents.fixture.js';
import { drawPdf } from '../pdf/pdf.js';
import { sampleInstant } from './sample-customer.js';
import { sampleOf } from './samples.js';

const named = issuer({
  default_currency: 'EUR',
  document_number_prefix: 'NIM',
  net_payment_term: 30,
  timezone: 'Europe/Paris',
  payment_terms: 'Net 30',
  payment_terms_translations: { fr: 'À 30 jours' },
  invoice_footer_translations: { fr: 'Merci' },
  email_text: 'See you',
  email_text_translations: { fr: 'À bientôt' },
});

describe.each(previewedDocuments)('a sample of the kind %s', (kind) => {
  it.each(documentLanguages)('has content and a mail in %s', (language) => {
    const { contents, mail, number } = sampleOf(kind, named, language);
    expect(number).toContain('NIM-000');
    // The number of a page has its place until the pages are drawn.
    expect(JSON.stringify({ ...contents, page: '' })).not.toMatch(/undefined|NaN|\{\w+\}/);
    const { text } = writeMail(mail({ logo: null, url: 'https://bill.example.com' }));
    expect(text).not.toMatch(/undefined|NaN|\{\w+\}/);
  });

  it('has the texts of its issuer in the language', () => {
    const { contents, mail } = sampleOf(kind, named, 'fr');
    expect(contents.footer).toBe('Merci');
    expect(mail({ logo: null, url: null }).paragraphs).toContain('À bientôt');
    expect(sampleOf(kind, named, 'de').contents.footer).toBe('Thank you');
    expect(sampleOf(kind, named, 'de').mail({ logo: null, url: null }).paragraphs).toContain('See you');
  });
});

it('an invoice has the terms of payment, and sums that add up', () => {
  const { contents } = sampleOf('invoice', named, 'fr');
  expect(contents.payment?.terms).toBe('À 30 jours');
  expect(contents.totals.at(-1)?.value.replaceAll(/\s/g, ' ')).toBe('1 500,00 €');
});

it('a file says on its first line that it is a sample', async () => {
  const { contents, number } = sampleOf('invoice', named, 'de');
  const file = await drawPdf({ number, contents, logo: null, created_at: new Date(sampleInstant), isSample: true });
  expect(file.toString('latin1')).toContain('>MUSTER');
});

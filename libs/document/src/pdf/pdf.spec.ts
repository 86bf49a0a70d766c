import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { DocumentContents } from '../tables/document-contents.js';
import { drawPdf } from './pdf.js';

const contents = (rows: number): DocumentContents => ({
  title: 'Invoice',
  head: [{ label: 'Number', value: 'N-1' }],
  notes: [],
  from: { title: 'From', lines: ['Ångström & Søn'] },
  to: { title: 'Bill to', lines: ['Żółć', 'Αθήνα', 'Москва'] },
  amount: { value: '€12.00', remark: 'Due Jan 05, 2024' },
  tables: [
    { title: null, columns: ['Item', 'Amount'], rows: Array.from({ length: rows }, (_, i) => [`Line ${i}`, '€1']) },
  ],
  totals: [{ label: 'Total', value: '€12.00' }],
  paragraphs: [{ title: 'Bank', text: 'IBAN' }],
  footer: 'Thanks',
});
const issued = (rows: number, logo: Buffer | null = null) => ({
  number: 'N-1',
  contents: contents(rows),
  created_at: new Date(0),
  logo,
});
const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

describe('the file of a document', () => {
  it('is a PDF, the same each time', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => drawPdf(issued(1))));
    expect(one?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(one?.equals(other as Buffer)).toBe(true);
    expect(pagesOf(one as Buffer)).toBe(1);
  });

  it('has the logo of its issuer, on one page as without', async () => {
    const image = sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } });
    const file = await drawPdf(issued(1, await image.png().toBuffer()));
    expect(file.toString('latin1')).toContain('/Width 300\n/Height 300');
    expect(pagesOf(file)).toBe(1);
  });

  it('has as many pages as it takes', async () => {
    expect(pagesOf(await drawPdf(issued(500)))).toBeGreaterThan(8);
  });
});

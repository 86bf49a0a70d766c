import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { swissBillWords } from '../content/swiss-bill-words.js';
import {
  defaultTheme,
  type ContentRow,
  type ContentTable,
  type DocumentContents,
  type SwissBill,
} from '../tables/document-contents.js';
import { drawPdf } from './pdf.js';

const row = (...cells: string[]): ContentRow => ({ kind: 'line', level: 0, cells, remarks: [] });

const tableOf = (rows: ContentRow[]): ContentTable => ({
  title: null,
  columns: ['Item', 'Amount'],
  groups: [{ title: null, rows }],
});

const contents = (rows: number): DocumentContents => ({
  version: 3,
  theme: defaultTheme,
  language: 'en',
  title: 'Invoice',
  head: [{ label: 'Number', value: 'N-1' }],
  notes: [],
  from: { title: 'From', name: 'Ångström & Søn', lines: [], numbers: [] },
  to: { title: 'Bill to', name: 'Żółć', lines: ['Αθήνα', 'Москва'], numbers: [] },
  amount: { value: '€12.00', remark: 'Due Jan 05, 2024' },
  tables: [tableOf(Array.from({ length: rows }, (_, index) => row(`Line ${index}`, '€1')))],
  totals: [{ label: 'Total', value: '€12.00', remark: null, strong: true }],
  taxes: null,
  taxReasons: [],
  payment: null,
  details: [],
  page: 'Page {page} of {pages}',
  mark: null,
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

const fontsOf = (file: Buffer) =>
  [
    ...new Set(
      [...file.toString('latin1').matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) =>
        name?.replace(/\d+-(\d+)$/, '$1'),
      ),
    ),
  ].sort();

describe('the file of a document', () => {
  it('is a PDF, the same each time', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => drawPdf(issued(1))));
    expect(first?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first?.equals(second as Buffer)).toBe(true);
    expect(pagesOf(first as Buffer)).toBe(1);
  });

  it('has the logo of its issuer, and as many pages as without', async () => {
    const image = sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } });
    const file = await drawPdf(issued(1, await image.png().toBuffer()));
    expect(file.toString('latin1')).toContain('/Width 300\n/Height 300');
    expect(pagesOf(file)).toBe(1);
  });

  it('has a Chinese font when it needs one, and is the same each time', async () => {
    const chinese = {
      ...contents(1),
      to: { title: '帳單對象', name: '臺灣積體電路 Ltd.', lines: ['株式会社テスト'], numbers: [] },
    };
    const [first, second] = await Promise.all([1, 2].map(() => drawPdf({ ...issued(1), contents: chinese })));
    expect(fontsOf(first as Buffer)).toEqual(expect.arrayContaining(['noto-sans-jp-400', 'noto-sans-jp-600']));
    expect(first?.equals(second as Buffer)).toBe(true);
    expect(fontsOf(await drawPdf(issued(1)))).not.toContain('noto-sans-jp-400');
  });

  it('continues a row that exceeds a page on the next pages', async () => {
    const long = Array.from({ length: 200 }, (_, line) => `Line ${line}`).join('\n');
    const file = await drawPdf({
      ...issued(1),
      contents: { ...contents(0), tables: [tableOf([row(long, '€1')])] },
    });
    expect(pagesOf(file)).toBe(4);
  });

  it('cuts a row that takes more than a third of a page, and begins it where the one before ends', async () => {
    const long = Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n');
    const file = await drawPdf({
      ...issued(1),
      contents: { ...contents(0), tables: [tableOf([row(long, '€1'), row(long, '€1')])] },
    });
    expect(pagesOf(file)).toBe(2);
  });

  it('has the paper and the accent colour of its issuer', async () => {
    const theme = { paper: 'Letter', accent: '#0a7d5a' } as const;
    const file = await drawPdf({ ...issued(1), contents: { ...contents(1), theme } });
    expect(file.toString('latin1')).toContain('/MediaBox [0 0 612 792]');
    expect(file.equals(await drawPdf(issued(1)))).toBe(false);
  });

  it('has a code to pay with, as a figure with its words', async () => {
    const code = { content: 'BCD', caption: 'Scan (me)' };
    const payment = { title: 'How to pay', terms: 'Net', account: [{ label: 'IBAN', value: 'DE89' }], code };
    const text = (await drawPdf({ ...issued(1), contents: { ...contents(1), payment } })).toString('latin1');
    expect(text).toContain('/S /Figure');
    expect(text).toContain('/Alt (Scan \\(me\\))');
  });

  it('moves the code and the account to the next page together', async () => {
    const account = Array.from({ length: 20 }, (_, index) => ({ label: `Label ${index}`, value: 'Value' }));
    const payment = { title: 'How to pay', terms: null, account, code: { content: 'BCD', caption: 'Scan' } };
    const without = await drawPdf(issued(20));
    const file = await drawPdf({ ...issued(20), contents: { ...contents(20), payment } });
    expect([pagesOf(without), pagesOf(file)]).toEqual([1, 2]);
  });

  const swissBill: SwissBill = {
    words: swissBillWords('fr'),
    payload: 'SPC',
    account: ['CH58 0079 1123 0008 8901 2', 'Max Muster & Söhne', '8000 Seldwyla'],
    debtor: [],
    reference: 'RF18 5390 0754 7034',
    message: 'N-1',
    currency: 'CHF',
    amount: '1 949.75',
  };
  const billed = (rows: number) => {
    const payment = {
      title: 'How to pay',
      terms: 'Net',
      account: [{ label: 'IBAN', value: 'CH58' }],
      code: null,
      swissBill,
    };
    return { ...issued(rows), contents: { ...contents(rows), payment } };
  };

  it('has a Swiss bill at the foot of its last page, or on the next one where it has no room', async () => {
    const [short, long, voided] = await Promise.all([
      drawPdf(billed(2)),
      drawPdf(billed(10)),
      drawPdf({ ...billed(2), isVoided: true }),
    ]);
    expect([pagesOf(short as Buffer), pagesOf(long as Buffer)]).toEqual([1, 2]);
    expect(short?.toString('latin1')).toContain('/Alt (Section paiement)');
    expect(short?.toString('latin1')).toContain('/S /Sect');
    expect(voided?.toString('latin1')).not.toContain('/Alt (Section paiement)');
  });

  it('is tagged, with a title and a language', async () => {
    const text = (await drawPdf(issued(2))).toString('latin1');
    expect(text).toContain('/Marked true');
    expect(text).toContain('/Lang (en)');
    for (const tag of ['H1', 'Table', 'TR', 'TH', 'TD', 'P']) expect(text).toContain(`/S /${tag}`);
  });

  it('declares that archives and readers of the blind can use it, in well-formed metadata', async () => {
    const from = { title: 'From', name: 'Müller & Söhne <Bau>', lines: [], numbers: [] };
    const text = (await drawPdf({ ...issued(1), contents: { ...contents(1), from } })).toString();
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(text).toContain('<rdf:li>Müller &amp; Söhne &lt;Bau&gt;</rdf:li>');
    expect(text).not.toContain('<rdf:li>Müller & Söhne');
  });

  it('says that its invoice is void: in its title, on each page, and without an e-invoice', async () => {
    const embedded = { xml: '<rsm:CrossIndustryInvoice/>', profile: 'en16931-cii' };
    const german = { ...issued(60), contents: { ...contents(60), language: 'de' }, embedded };
    const [file, valid, again] = await Promise.all(
      [true, false, true].map((isVoided) => drawPdf({ ...german, isVoided })),
    );
    const text = file?.toString() ?? '';
    expect(text).toContain('>STORNIERT – Invoice N-1</rdf:li>');
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(text).not.toContain('fx:');
    expect(file?.equals(again as Buffer)).toBe(true);
    expect(valid?.toString()).toContain('>Invoice N-1</rdf:li>');
    expect(pagesOf(file as Buffer)).toBe(pagesOf(valid as Buffer));
  });

  it('draws a thousand lines within two seconds of processor time', async () => {
    await drawPdf(issued(1));
    const before = process.cpuUsage();
    await drawPdf(issued(1000));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  it('lets its details follow each other, and cuts none that fits a page', async () => {
    const pagesWith = async (...lengths: number[]) => {
      const rowsOf = (length: number) => Array.from({ length }, (_, index) => row(`Line ${index}`, '€1'));
      const details = lengths.map((length) => tableOf(rowsOf(length)));
      return pagesOf(await drawPdf({ ...issued(1), contents: { ...contents(1), details } }));
    };
    // Behind the first page: three short tables on one, and two long ones on one each.
    expect(await pagesWith(1, 1, 1)).toBe(2);
    expect(await pagesWith(20, 20)).toBe(3);
  });

  it('has as many pages as its rows need', async () => {
    expect(pagesOf(await drawPdf(issued(500)))).toBeGreaterThan(8);
  });
});

describe('the file of a document with an e-invoice', () => {
  it('has it inside, the same each time', async () => {
    const embedded = { xml: '<rsm:CrossIndustryInvoice/>', profile: 'en16931-cii' };
    const [first, second] = await Promise.all([1, 2].map(() => drawPdf({ ...issued(1), embedded })));
    const text = first?.toString('latin1') ?? '';
    expect(first?.equals(second as Buffer)).toBe(true);
    expect(text).toContain('/AFRelationship /Alternative');
    expect(text).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
    expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect((await drawPdf(issued(1))).toString('latin1')).not.toContain('fx:');
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { swissBillWords } from '../content/swiss-bill-words.js';
import { defaultTheme, type DocumentContents } from '../tables/document-contents.js';
import { documentPage, type PageState } from './document-page.js';
import { styleOf } from './style.js';

const party = (title: string, name: string) => ({ title, name, lines: ['10117 Berlin'], numbers: [] });
const contents = (changes: Partial<DocumentContents> = {}): DocumentContents => ({
  version: 3,
  theme: defaultTheme,
  language: 'de',
  title: 'Rechnung',
  head: [{ label: 'Nummer', value: 'N-1' }],
  notes: [{ label: 'Kostenstelle', value: '<4711>' }],
  from: party('Von', 'Nimbus & Co'),
  to: party('An', 'Acme'),
  amount: { label: 'Zu zahlen', value: '12,00 €', remark: 'Fällig 1. Feb. 2024' },
  tables: [
    {
      title: 'Business',
      columns: ['Position', 'Betrag'],
      groups: [
        {
          title: '1. Jan. – 31. Jan.',
          rows: [
            { kind: 'head', level: 0, cells: ['Speicher', ''], remarks: ['Anteilig'] },
            { kind: 'line', level: 1, cells: ['eu', '12,00 €'], remarks: [] },
          ],
        },
      ],
    },
  ],
  totals: [{ label: 'Summe', value: '12,00 €', remark: null, strong: true }],
  taxes: null,
  taxReasons: ['VAT (0 %): Steuerfrei'],
  payment: null,
  paragraphs: [{ title: null, text: 'Danke' }],
  footer: 'HRB 1',
  details: [],
  page: '{page}',
  mark: null,
  ...changes,
});
const due: PageState = {
  fileUrl: 'https://a.test/f?x=1&y=2',
  xmlUrl: null,
  payUrl: null,
  state: null,
  isRefused: false,
};

describe('the page of a document', () => {
  it('shows the words and figures of the file, in its language and escaped', () => {
    const { html: page } = documentPage(contents(), null, due);
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<title>Rechnung N-1 – Nimbus &amp; Co</title>');
    expect(page).not.toContain('E-Rechnung');
    expect(page).toContain('&lt;4711&gt;');
    expect(page).toContain('<a class="button" href="https://a.test/f?x=1&amp;y=2">PDF herunterladen</a>');
    expect(page.match(/<h1>|<h2 /g)).toEqual(['<h1>', '<h2 ']);
    for (const text of [
      '1. Jan. – 31. Jan.',
      'Anteilig',
      'HRB 1',
      'Danke',
      'Steuerfrei',
      'Zu zahlen',
      'Fällig 1. Feb. 2024',
    ])
      expect(page).toContain(text);
    expect(page).not.toMatch(/<script|<img|<form|src=/);
  });

  it('links the e-invoice beside the file', () => {
    const { html: page } = documentPage(contents(), null, { ...due, xmlUrl: 'https://a.test/x.xml?a=1&b=2' });
    const link = '<a class="button" href="https://a.test/x.xml?a=1&amp;b=2">E-Rechnung herunterladen (XML)</a>';
    expect(page).toContain(link);
  });

  it('keeps the roles of a table, whose rows become blocks on narrow screens', () => {
    const { html: page } = documentPage(contents(), null, due);
    for (const [tag, role] of Object.entries({ table: 'table', thead: 'rowgroup', tbody: 'rowgroup', tr: 'row' })) {
      expect(page).toContain(`<${tag} role="${role}"`);
      expect(page).not.toMatch(new RegExp(`<${tag}(?! role="${role}")[ >]`));
    }
    expect(page).not.toMatch(/<t[hd](?! role="(columnheader|rowheader|cell)")[ >]/);
  });

  it('stands figures below their names where a row of them is too long, and lets a long one scroll', () => {
    const amount = 'KWD\u00a09,007,199,254,740.991';
    const cells = ['a', amount, amount, amount];
    const groups = [{ title: null, rows: [{ kind: 'line' as const, level: 0, cells, remarks: [] }] }];
    const tables = [{ title: null, columns: ['Position', 'Preis', 'Steuer', 'Betrag'], groups }];
    const { html: page } = documentPage(contents({ tables }), null, due);
    expect(page).toContain('<table role="table" class="below">');
    expect(page).toContain(`<span class="long" tabindex="0">${amount}</span>`);
    expect(documentPage(contents(), null, due).html).not.toMatch(/class="(below|long)"/);
  });

  it('has a form where something can be paid, and shows the state of an invoice', () => {
    const { html: open } = documentPage(contents(), null, {
      ...due,
      payUrl: 'https://a.test/pay?s=1',
      state: 'overdue',
    });
    expect(open).toContain('<form method="post" action="https://a.test/pay?s=1">');
    expect(open).toContain('<span class="state bad">Überfällig</span>');
    const { html: paid } = documentPage(contents(), null, { ...due, state: 'paid' });
    expect(paid).toContain('<span class="state">Bezahlt</span>');
    expect(documentPage(contents(), null, { ...due, isRefused: true }).html).toContain('role="alert"');
  });

  it('carries the logo itself, and uses English words where a stored document has no language', () => {
    const { html: page } = documentPage(contents({ language: 'und' }), Buffer.from('png'), due);
    expect(page).toContain('<img src="data:image/png;base64,cG5n" alt="Nimbus &amp; Co">');
    expect(page).toContain('Download PDF');
  });

  it('shows a Swiss bill with the cross in its code', () => {
    const swissBill = {
      words: swissBillWords('de'),
      payload: 'SPC',
      account: ['CH58 0079', 'Muster & Söhne'],
      debtor: [],
      reference: null,
      message: 'N-1',
      currency: 'CHF',
      amount: '1 949.75',
    };
    const payment = { title: 'Zahlung', terms: null, account: [], code: null, swissBill };
    const { html: page } = documentPage(contents({ payment }), null, due);
    expect(page).toContain('<h2>Zahlteil</h2>');
    expect(page).toContain('Muster &amp; Söhne');
    expect(page).toContain('aria-label="Zahlteil"');
    expect(page.match(/<rect class="(light|dark)"/g)).toHaveLength(4);
    expect(page).not.toContain('Zahlbar durch');
  });

  it('shows how to pay, with a code', () => {
    const account = [{ label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' }];
    const code = { content: 'BCD\n002', caption: 'Mit der Bank-App scannen' };
    const payment = { title: 'Zahlung', terms: 'Sofort', account, code };
    const { html: page } = documentPage(contents({ payment }), null, due);
    for (const text of ['<h2>Zahlung</h2>', 'Sofort', 'DE89 3704 0044 0532 0130 00']) expect(page).toContain(text);
    expect(page).toMatch(
      /<svg viewBox="0 0 29 29" role="img" aria-label="Mit der Bank-App scannen"><path d="M4 4h1v1h-1z/,
    );
  });

  it('lists several tax rates of a line below each other', () => {
    const rows = [{ kind: 'line' as const, level: 0, cells: ['a', '20 %\n5 %'], remarks: [] }];
    const tables = [{ title: null, columns: ['Position', 'Satz'], groups: [{ title: null, rows }] }];
    const cell = '<td role="cell"><span class="of" aria-hidden="true">Satz</span>20 %<br>5 %</td>';
    expect(documentPage(contents({ tables }), null, due).html).toContain(cell);
  });

  it('has the colour of its issuer, and letters that can be read on it', () => {
    expect(styleOf('#1f4e79')).toContain('--accent: #1f4e79; --on-accent: #ffffff;');
    expect(styleOf('#ffcc00')).toContain('--accent: #ffcc00; --on-accent: #000000;');
    const { html, policy } = documentPage(contents({ theme: { paper: 'A4', accent: '#ffcc00' } }), null, due);
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
  });
});

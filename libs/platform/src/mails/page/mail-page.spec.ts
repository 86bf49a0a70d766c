import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lightEnough } from './contrast.js';
import { escapeHtml, linkAddress, plainLine } from './escape.js';
import { logoSize } from './logo-size.js';
import { mailHtml } from './mail-html.js';
import { shortPage, type MailPage } from './mail-page.js';
import { mailPlain } from './mail-plain.js';
import { writeMail } from './write-mail.js';

/** The head of a PNG file of a size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

/** A page with the same text in every place that takes one. */
const pageOf = (text: string, url = 'https://bill.example.com/a?b=1&c=2'): MailPage => ({
  language: 'en',
  subject: text,
  preheader: text,
  sender: text,
  logo: null,
  accent: '#1d4ed8',
  greeting: text,
  paragraphs: [text, text],
  figure: { label: text, value: text, remark: text },
  facts: [{ label: text, value: text }],
  items: [
    { name: text, value: text, url, remark: text },
    { name: text, value: text, url: null, remark: text },
  ],
  section: { title: text, facts: [{ label: text, value: text }] },
  button: { label: text, url },
  links: [{ label: text, url }],
  closing: [text],
  footer: [text],
});

const decode = (html: string): string =>
  html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

/** The mark-up of a page without its texts; the sheet is no text. */
const tagsOf = (html: string): string[] => html.replace(/<style>[^]*?<\/style>/, '').match(/<[^>]*>/g) ?? [];

/** Texts as customers and issuers write them, and as attackers do. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    '"><img src=x onerror=alert(1)>',
    "' onclick='x",
    '</style><script>',
    '<!--',
    ']]>',
    '&lt;',
    '\r\nBcc: x',
  ),
);

it('escapes every text: it round-trips, and has no sign of mark-up', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const html = escapeHtml(text);
      expect(html).not.toMatch(/[<>"']|[\p{Cc}\u2028\u2029]/u);
      expect(html.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      expect(decode(html)).toBe(text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').toWellFormed());
    }),
  );
});

it('has the same mark-up whatever the texts are', () => {
  const expected = tagsOf(mailHtml(pageOf('word'), null));
  fc.assert(
    fc.property(texts, (text) => {
      const html = mailHtml(pageOf(text), null);
      expect(tagsOf(html)).toEqual(expected);
      // Each place shows the text itself.
      expect(html.split(escapeHtml(text)).length - 1).toBeGreaterThanOrEqual(23);
    }),
  );
});

it('keeps each text on its line of the plain part', () => {
  const lines = mailPlain(pageOf('word')).split('\n').length;
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(plainLine(text) !== '');
      expect(mailPlain(pageOf(text)).split('\n')).toHaveLength(lines);
    }),
  );
});

it('links to http and https only', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const address = linkAddress(`https://${text}`);
      expect(address).toBe(escapeHtml(`https://${text}`));
      expect(linkAddress(`javascript:${text}`)).toBeNull();
    }),
  );
  const html = mailHtml(pageOf('word', 'javascript:alert(1)'), null);
  expect(html).not.toContain('javascript');
  expect(html).not.toContain('<a ');
});

it('loads nothing from elsewhere, and has a light and a dark form', () => {
  const { html = '', logo } = writeMail({ ...pageOf('word'), logo: { png: png(400, 100), alt: 'Acme' } });
  expect(html).not.toMatch(/url\(|@import|<link|<script|src="(?!cid:)/);
  expect(html).toContain('<img class="logo" src="cid:logo@tollgate" alt="Acme" width="192" height="48"');
  expect(logo).toMatchObject({ cid: 'logo@tollgate' });
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html).toContain('@media (max-width: 480px)');
});

it('has a button in the colour of its sender, with letters that can be read on it', () => {
  const button = { label: 'View', url: 'https://a.example/1' };
  const of = (accent: string) => writeMail({ ...pageOf('word'), button, accent }).html;
  expect(of('#1f4e79')).toContain('bgcolor="#1f4e79"');
  expect(of('#1f4e79')).toContain('color:#ffffff">View</a>');
  expect(of('#ffcc00')).toContain('color:#000000">View</a>');
});

it('fits logos into their box in proportion, and does not enlarge them', () => {
  expect(logoSize(png(1000, 100))).toEqual({ width: 200, height: 20 });
  expect(logoSize(png(100, 200))).toEqual({ width: 24, height: 48 });
  expect(logoSize(png(40, 30))).toEqual({ width: 40, height: 30 });
});

it('writes the same content as plain text', () => {
  const page = {
    ...shortPage({ subject: 's', preheader: 'p', sender: 'Acme', greeting: 'Hello Ada,', paragraphs: ['It is due.'] }),
    figure: { label: 'Total', value: '€10.00', remark: 'Payable by January 5' },
    facts: [
      { label: 'Number', value: 'A-1' },
      { label: 'Date', value: 'today' },
    ],
    items: [{ name: 'A-1', value: '€10.00', url: 'https://x.example/1', remark: 'Due January 5' }],
    section: { title: 'How to pay', facts: [{ label: 'IBAN', value: 'DE02' }] },
    button: { label: 'View', url: 'https://x.example/2' },
    closing: ['Kind regards'],
    footer: ['Acme'],
  };
  expect(mailPlain(page)).toBe(
    `Acme

Hello Ada,

It is due.

Total: €10.00
Payable by January 5

Number: A-1
Date: today

A-1: €10.00
Due January 5
https://x.example/1

How to pay
IBAN: DE02

View:
https://x.example/2

Kind regards

—
Acme
`,
  );
});

it('has a narrow space before the colons of French', () => {
  const page = { ...pageOf('mot'), language: 'fr' };
  expect(mailPlain(page).match(/.:( |$)/gm)).toEqual(
    Array.from({ length: 7 }, (_, at) => (at < 5 ? '\u202f: ' : '\u202f:')),
  );
});

it('keeps the colour of its sender in the dark, as light as letters need', () => {
  const of = (accent: string) =>
    /\.action \{ background: (#\w+)/.exec(writeMail({ ...pageOf('word'), accent }).html ?? '')?.[1];
  expect(of('#ffcc00')).toBe('#ffcc00');
  expect(of('#7a1fa2')).toBe(lightEnough('#7a1fa2', '#1f232a'));
});

import encodeQr from 'qr';
import type { DocumentContents, Entry, Party, PaymentPart, SwissBill } from '../tables/document-contents.js';
import { Markup, markup } from './markup.js';
import { figure, table, totals } from './page-tables.js';
import { contentPolicy, styleOf } from './style.js';
import { unbroken } from './unbroken.js';
import { wordsOf, type PageWords } from './words.js';

/** The data of a page besides the document itself. */
export interface PageState {
  /** The address of the file. */
  fileUrl: string;
  /** The address of its e-invoice as a file of its own; null without one. */
  xmlUrl: string | null;
  /** The address of the payment form; null when nothing can be paid online. */
  payUrl: string | null;
  /** The current state of an invoice; null for one that is due, and for other documents. */
  state: 'paid' | 'overdue' | 'voided' | null;
  /** Whether the provider or the service refused an attempt to pay. */
  isRefused: boolean;
}

/** A page of HTML, and the policy that a browser applies to it. */
export interface Page {
  html: string;
  policy: string;
}

/** Renders a document as a page, with the content of its file (webhooks, section 8). @param logo PNG */
export function documentPage(contents: DocumentContents, logo: Buffer | null, state: PageState): Page {
  const style = styleOf(contents.theme.accent);
  const words = wordsOf(contents.language);
  const name = `${contents.title} ${contents.head[0]?.value ?? ''} – ${contents.from.name}`;
  const { text: html } = markup`<!doctype html>
<html lang="${contents.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${header(contents, logo)}
${actions(state, words)}
${unbroken(markup`${body(contents)}${footer(contents)}`, contents.language)}
</main>
</body>
</html>
`;
  return { html, policy: contentPolicy(style) };
}

const header = ({ title, from }: DocumentContents, logo: Buffer | null): Markup =>
  markup`<div class="top"><h1>${title}</h1>${logo && logoImage(logo, from.name)}</div>`;

const logoImage = (logo: Buffer, name: string): Markup =>
  markup`<img src="data:image/png;base64,${logo.toString('base64')}" alt="${name}">`;

function actions({ fileUrl, xmlUrl, payUrl, state, isRefused }: PageState, words: PageWords): Markup {
  const pay = payUrl && paymentForm(payUrl, words.pay);
  const download = markup`<a class="button" href="${fileUrl}">${words.download}</a>`;
  const xml = xmlUrl && markup`<a class="button" href="${xmlUrl}">${words.eInvoice}</a>`;
  const current = state && markup`<span class="state${state === 'paid' ? '' : ' bad'}">${words[state]}</span>`;
  const problem = isRefused ? markup`<p class="problem" role="alert">${words.unpayable}</p>` : null;
  return markup`<div class="actions">${pay}${download}${xml}${current}${problem}</div>`;
}

const paymentForm = (address: string, label: string): Markup =>
  markup`<form method="post" action="${address}"><button class="button first">${label}</button></form>`;

const body = (contents: DocumentContents): Markup => markup`
<div class="sides">${entries(contents.head)}<div class="free">${entries(contents.notes)}</div></div>
<div class="sides">${party(contents.from)}${party(contents.to)}</div>
${amount(contents.amount)}
${contents.tables.map(table)}
<div class="ends"><div>${contents.taxes && table(contents.taxes)}</div>${totals(contents.totals)}</div>
${contents.taxReasons.map((text) => paragraph({ title: null, text }))}
${contents.payment && payment(contents.payment)}
${contents.paragraphs.map(paragraph)}
${contents.details.map(table)}`;

const amount = ({ label, value, remark }: DocumentContents['amount']): Markup =>
  markup`<div class="amount">${label ? markup`<div class="label">${label}</div>` : null}<strong>${figure(value)}</strong>
<span class="label">${remark}</span></div>`;

const footer = ({ footer: text, mark }: DocumentContents): Markup =>
  markup`<footer>${text && markup`<p dir="auto">${text}</p>`}${mark && markup`<p>${mark}</p>`}</footer>`;

const entry = ({ label, value }: Entry): Markup =>
  markup`<div><dt dir="auto">${label}</dt><dd dir="auto">${value}</dd></div>`;

const entries = (all: Entry[]): Markup => markup`<dl>${all.map(entry)}</dl>`;

function party({ title, name, lines, numbers }: Party): Markup {
  const address = lines.map((line) => markup`<div dir="auto">${line}</div>`);
  const ids = numbers.map(({ label, value }) => markup`<div><span class="label">${label}</span> ${value}</div>`);
  return markup`<div><div class="label">${title}</div><strong dir="auto">${name}</strong>${address}${ids}</div>`;
}

function payment({ title, terms, account, code, swissBill }: PaymentPart): Markup {
  const text = markup`<div>${terms && markup`<p dir="auto">${terms}</p>`}${entries(account)}</div>`;
  const drawing = code && codeFigure(code);
  return markup`<section><h2>${title}</h2><div class="sides">${text}${drawing}</div></section>
${swissBill ? billSection(swissBill) : null}`;
}

/** The payment part of a Swiss bill: its code, and what stands beside it on paper. */
function billSection({ words, payload, ...bill }: SwissBill): Markup {
  const rows = [
    { label: words.account, value: bill.account.join('\n') },
    ...(bill.reference === null ? [] : [{ label: words.reference, value: bill.reference }]),
    { label: words.message, value: bill.message },
    ...(bill.debtor.length === 0 ? [] : [{ label: words.debtor, value: bill.debtor.join('\n') }]),
    { label: words.amount, value: `${bill.currency} ${bill.amount}` },
  ];
  const code = codeFigure({ content: payload, caption: words.paymentPart }, { hasCross: true });
  return markup`<section class="bill"><h2>${words.paymentPart}</h2><div class="sides"><div>${entries(rows)}</div>${code}</div></section>`;
}

/** Modules of the border that cameras need around a code. */
const border = 4;

/** A code as a drawing of squares, black on white in the dark, too. */
function codeFigure({ content, caption }: NonNullable<PaymentPart['code']>, { hasCross = false } = {}): Markup {
  const modules = encodeQr(content, 'raw', { ecc: 'medium', encoding: 'byte', border });
  const path = modules.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  const size = modules.length;
  const cross = hasCross ? crossOf(size) : null;
  return markup`<figure><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${caption}"><path d="${path}"/>${cross}</svg>
<figcaption class="label">${caption}</figcaption></figure>`;
}

/** The Swiss cross, of 7 mm where the code without its border has 46 mm. */
function crossOf(size: number): Markup {
  const unit = (size - 2 * border) / 46 / (19.84 / 7);
  const square = (width: number, height: number, name: string) =>
    markup`<rect class="${name}" x="${place(size, width * unit)}" y="${place(size, height * unit)}" width="${short(width * unit)}" height="${short(height * unit)}"/>`;
  return markup`${square(19.84, 19.84, 'light')}${square(18.4, 18.4, 'dark')}${square(3.3, 11, 'light')}${square(11, 3.3, 'light')}`;
}

const short = (length: number): string => length.toFixed(3);
const place = (size: number, length: number): string => short((size - length) / 2);

const paragraph = ({ title, text }: DocumentContents['paragraphs'][number]): Markup =>
  markup`${title && markup`<h2 dir="auto">${title}</h2>`}<p dir="auto">${text}</p>`;

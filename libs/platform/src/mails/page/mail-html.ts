import { escapeHtml, linkAddress } from './escape.js';
import { inkOn } from './contrast.js';
import { logoSize } from './logo-size.js';
import type { MailFact, MailItem, MailLink, MailLogo, MailPage } from './mail-page.js';
import { styles, styleSheetOf } from './mail-styles.js';

const table = (style: string, classes: string, rows: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="${classes}" style="${style}">${rows}</table>`;

const paragraph = (text: string): string => `<p class="ink" style="${styles.text}" dir="auto">${escapeHtml(text)}</p>`;

/** Empty characters keep the first words of the page out of the preview of the mail. */
const previewEnd = '&#847;&zwnj;&nbsp;'.repeat(40);

const preheader = (text: string): string => `<div style="${styles.hidden}">${escapeHtml(text)}${previewEnd}</div>`;

function head(sender: string, logo: MailLogo | null, cid: string | null): string {
  if (!logo || cid === null) return `<p class="ink" style="${styles.sender}" dir="auto">${escapeHtml(sender)}</p>`;
  const { width, height } = logoSize(logo.png);
  const image =
    `<img class="logo" src="cid:${escapeHtml(cid)}" alt="${escapeHtml(logo.alt)}" width="${width}" height="${height}"` +
    ` style="${styles.logo}">`;
  return `<div style="margin:0 0 24px">${image}</div>`;
}

function figure(amount: MailPage['figure']): string {
  if (!amount) return '';
  const lines = [
    `<p class="soft" style="${styles.label}">${escapeHtml(amount.label)}</p>`,
    `<p class="ink amount" style="${styles.amount}">${escapeHtml(amount.value)}</p>`,
    ...(amount.remark === '' ? [] : [`<p class="soft" style="${styles.label}">${escapeHtml(amount.remark)}</p>`]),
  ];
  const cell = `<td style="${styles.figureCell}">${lines.join('')}</td>`;
  return table(styles.figure, 'rule', `<tr>${cell}</tr>`);
}

const row = (name: string, value: string): string =>
  `<tr><td class="soft" style="${styles.name}" dir="auto">${name}</td>` +
  `<td class="ink" style="${styles.value}">${escapeHtml(value)}</td></tr>`;

function anchor({ label, url }: MailLink): string {
  const address = linkAddress(url);
  const text = escapeHtml(label);
  return address === null ? text : `<a class="link" href="${address}" style="${styles.link}">${text}</a>`;
}

const factRow = ({ label, value }: MailFact): string => row(escapeHtml(label), value);
function itemRow({ name, value, url, remark }: MailItem): string {
  const shown = url === null ? escapeHtml(name) : anchor({ label: name, url });
  return row(remark === '' ? shown : `${shown}<br>${escapeHtml(remark)}`, value);
}

const rowsOf = (rows: string[]): string => (rows.length === 0 ? '' : table(styles.rows, '', rows.join('')));

function section(part: MailPage['section']): string {
  if (!part) return '';
  const title = `<p class="ink" style="${styles.title}" dir="auto">${escapeHtml(part.title)}</p>`;
  return title + rowsOf(part.facts.map(factRow));
}

function button(link: MailLink | null, accent: string): string {
  const address = link && linkAddress(link.url);
  if (!link || !address) return '';
  const inner = `<a href="${address}" style="${styles.buttonLink};color:${inkOn(accent)}">${escapeHtml(link.label)}</a>`;
  return table(
    styles.button,
    'wide',
    `<tr><td class="action" bgcolor="${accent}" style="${styles.buttonCell};background:${accent}">${inner}</td></tr>`,
  );
}

const linkLines = (links: MailLink[]): string =>
  links.map((link) => `<p class="soft" style="${styles.label}">${anchor(link)}</p>`).join('');

const footer = (lines: string[]): string =>
  lines.map((line) => `<p class="soft" style="${styles.small}" dir="auto">${escapeHtml(line)}</p>`).join('');

/** Outlook knows no largest width: it gets a table of a fixed one around the card. */
const inFixedWidth = (html: string): string =>
  '<!--[if mso]><table role="presentation" align="center" width="560"><tr><td><![endif]-->' +
  `${html}<!--[if mso]></td></tr></table><![endif]-->`;

/**
 * Writes the HTML part: tables with styles in their elements, no image or sheet from elsewhere.
 * @param cid the Content-ID of the attached logo
 */
export function mailHtml(page: MailPage, cid: string | null): string {
  const content = [
    head(page.sender, page.logo, cid),
    paragraph(page.greeting),
    ...page.paragraphs.map(paragraph),
    figure(page.figure),
    rowsOf(page.facts.map(factRow)),
    rowsOf(page.items.map(itemRow)),
    section(page.section),
    button(page.button, page.accent),
    linkLines(page.links),
    ...page.closing.map(paragraph),
    footer(page.footer),
  ].join('\n');
  const card = table(styles.card, 'card', `<tr><td class="inside" style="${styles.inside}">${content}</td></tr>`);
  const outer = `<tr><td class="edge" align="center" style="${styles.cell}">${inFixedWidth(card)}</td></tr>`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(page.subject)}</title>
<style>
${styleSheetOf(page.accent)}
</style>
</head>
<body class="page" style="${styles.body}">
${preheader(page.preheader)}
${table(styles.outer, 'page', outer)}
</body>
</html>
`;
}

import { plainLine } from './escape.js';
import type { MailPage } from './mail-page.js';

/** French has a narrow space before a colon, which does not end a line. */
export const colonOf = (language: string): string => (/^fr\b/.test(language) ? '\u202f:' : ':');

/** Writes the plain text part, with the content of the HTML part in the same order. */
export function mailPlain(page: MailPage): string {
  const { figure, section, button } = page;
  const colon = colonOf(page.language);
  const pair = (label: string, value: string) => `${plainLine(label)}${colon} ${plainLine(value)}`;
  const blocks = [
    [page.sender],
    [page.greeting],
    ...page.paragraphs.map((text) => [text]),
    figure ? [pair(figure.label, figure.value), figure.remark] : [],
    page.facts.map(({ label, value }) => pair(label, value)),
    ...page.items.map(({ name, value, url, remark }) => [pair(name, value), remark, url ?? '']),
    section ? [section.title, ...section.facts.map(({ label, value }) => pair(label, value))] : [],
    button ? [`${plainLine(button.label)}${colon}`, button.url] : [],
    ...page.links.map(({ label, url }) => [`${plainLine(label)}${colon}`, url]),
    ...page.closing.map((text) => [text]),
    page.footer.length === 0 ? [] : ['—', ...page.footer],
  ];
  const texts = blocks
    .map((lines) =>
      lines
        .map(plainLine)
        .filter((line) => line !== '')
        .join('\n'),
    )
    .filter((block) => block !== '');
  return `${texts.join('\n\n')}\n`;
}

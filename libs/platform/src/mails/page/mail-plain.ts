import { plainLine } from './escape.js';
import type { MailPage } from './mail-page.js';

const pair = (label: string, value: string): string => `${plainLine(label)}: ${plainLine(value)}`;

/** Writes the plain text part, with the content of the HTML part in the same order. */
export function mailPlain(page: MailPage): string {
  const { figure, button } = page;
  const blocks = [
    [page.sender],
    [page.greeting],
    ...page.paragraphs.map((text) => [text]),
    figure ? [pair(figure.label, figure.value), figure.remark] : [],
    page.facts.map(({ label, value }) => pair(label, value)),
    ...page.items.map(({ name, value, url }) => [pair(name, value), url ?? '']),
    button ? [`${plainLine(button.label)}:`, button.url] : [],
    ...page.links.map(({ label, url }) => [`${plainLine(label)}:`, url]),
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

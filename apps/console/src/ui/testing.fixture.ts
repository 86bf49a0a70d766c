import { createElement, type ReactNode } from 'react';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';

/** The markup of a part of a page in English, as a browser first shows it. */
export function markupOf(content: ReactNode): string {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  return renderToStaticMarkup(
    createElement(I18nProvider, { i18n }, createElement(MantineProvider, { env: 'test' }, content)),
  );
}

/** The text of markup, without its elements. */
export const textOf = (content: ReactNode): string =>
  markupOf(content)
    .replace(/<style[^>]*>[^]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

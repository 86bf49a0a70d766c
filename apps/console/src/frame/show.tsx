import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { styleNonce } from '../base.js';
import { showPreferred } from './languages.js';
import { cssVariables, theme } from './theme.js';

/** Shows a page in the language and the colours that the reader prefers. */
export async function show(page: ReactNode): Promise<void> {
  await showPreferred();
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no place for the page');
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => styleNonce}
        >
          {page}
        </MantineProvider>
      </I18nProvider>
    </StrictMode>,
  );
}

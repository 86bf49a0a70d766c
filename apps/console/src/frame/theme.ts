import {
  Button,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type ModalProps,
} from '@mantine/core';

/** The colour of actions, from light to dark. */
const action: MantineColorsTuple = [
  '#e3f6f0',
  '#c9ecdf',
  '#9fdcc6',
  '#7ed2b6',
  '#5fd3b0',
  '#37a384',
  '#1b8468',
  '#117659',
  '#0b6b53',
  '#07503e',
];

const contrast = { light: '#ffffff', dark: '#000000' };
const texts = 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export const theme = createTheme({
  colors: { action },
  primaryColor: 'action',
  primaryShade: { light: 8, dark: 4 },
  fontFamily: texts,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem' },
  headings: { fontFamily: texts, fontWeight: '600', sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.4' } } },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The lock adds a style element without the nonce of the page, which the browser blocks.
    // It is named, not imported: the portal opens none.
    Modal: { defaultProps: { lockScroll: false } satisfies Partial<ModalProps> },
    Button: Button.extend({
      vars: (_theme, { variant }) =>
        variant === undefined || variant === 'filled'
          ? { root: { '--button-color': 'var(--on-action)' } }
          : { root: {} },
    }),
  },
});

/** Grounds, texts and borders whose contrast reaches 4.5 : 1 for text and 3 : 1 for controls, in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#16181b',
    '--mantine-color-dimmed': '#565d64',
    '--mantine-color-placeholder': '#565d64',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#0b6b53',
    '--mantine-color-default-border': '#838b94',
    '--on-action': contrast.light,
    '--raised': '#f6f7f8',
    '--hover': '#e9ecee',
    '--line': '#d9dce0',
    '--chart-1': '#0b6b53',
    '--chart-2': '#8a5a00',
    '--chart-3': '#3f5fa8',
    '--chart-4': '#a33a6b',
    '--chart-5': '#5b6b12',
    '--chart-6': '#6b4ba3',
    '--tone-open': '#4a6785',
    '--tone-good': '#1f7a3f',
    '--tone-attention': '#8a5a00',
  },
  dark: {
    '--mantine-color-body': '#161719',
    '--mantine-color-text': '#e8eaed',
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#a6a7ab',
    '--mantine-color-error': '#ff8a7a',
    '--mantine-color-anchor': '#5fd3b0',
    '--mantine-color-default-border': '#767c85',
    '--on-action': contrast.dark,
    '--raised': '#1e2023',
    '--hover': '#2a2d31',
    '--line': '#34373c',
    '--chart-1': '#5fd3b0',
    '--chart-2': '#f0b849',
    '--chart-3': '#8fb0f5',
    '--chart-4': '#f29bc4',
    '--chart-5': '#c3d36a',
    '--chart-6': '#c3a6f2',
    '--tone-open': '#9db4cd',
    '--tone-good': '#6fcf8e',
    '--tone-attention': '#f0b849',
  },
});

import type { CSSProperties } from 'react';
import type { Issuer } from './calls.js';

/** The colour of buttons; the service accepts only colours on which white is easy to read. */
export function accentOf(issuer: Issuer | undefined): CSSProperties {
  const color = issuer?.portal_settings.accent_color;
  if (!color) return {};
  const names = ['--mantine-primary-color-filled', '--mantine-primary-color-filled-hover'];
  return Object.fromEntries(names.map((name) => [name, color]));
}

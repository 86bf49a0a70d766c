import type { Creation } from './act.js';

const isCreation = (value: unknown): value is Creation =>
  typeof value === 'object' && value !== null && (value as Partial<Creation>).isCreation === true;

/** The acts that need no record among what modules export, each once. */
export const creationsOf = (modules: readonly object[]): readonly Creation[] => [
  ...new Set(modules.flatMap((module) => Object.values(module).flat().filter(isCreation))),
];

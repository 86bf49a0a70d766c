import { v5 } from 'uuid';

const namespace = '0d6f4c1e-6a5b-5d0e-9c53-0f1b8a7c2e44';

/** Derives a deterministic message id from names, so that a repeated publish produces the same message. */
export const nameId = (...names: string[]): string => v5(JSON.stringify(names), namespace);

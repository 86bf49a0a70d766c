import { v5 } from 'uuid';

const namespace = '0d6f4c1e-6a5b-5d0e-9c53-0f1b8a7c2e44';

/** The identifier of a message that is about just these things: published again, it is the same message. */
export const nameId = (...names: string[]): string => v5(JSON.stringify(names), namespace);

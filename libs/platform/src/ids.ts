import { v7 } from 'uuid';

/** A new identifier: UUID version 7, so that identifiers sort by time of creation. */
export const newId = (): string => v7();

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text from outside has the form of an identifier. */
export const isId = (text: string): boolean => uuidPattern.test(text);

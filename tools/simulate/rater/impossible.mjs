// Histories that refer to missing objects.

/** Thrown for an incomplete life. */
export class Impossible extends Error {}

export const need = (value, name) => {
  if (value === undefined) throw new Impossible(`No such ${name}`);
  return value;
};

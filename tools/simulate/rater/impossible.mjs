// Histories that refer to what is not there.

/** No life, only a rest of one. */
export class Impossible extends Error {}

export const need = (value, what) => {
  if (value === undefined) throw new Impossible(`No such ${what}`);
  return value;
};

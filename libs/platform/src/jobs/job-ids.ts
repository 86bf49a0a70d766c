const longestId = 500;

/** A job's id that its queue would refuse for ever, such as one with a text from outside. */
export class BadJobId extends Error {
  override readonly name = 'BadJobId';

  constructor(job: string, id: string) {
    super(
      `${job} has no id of 1 to ${longestId} printable ASCII characters without a colon: ${JSON.stringify(id.slice(0, 100))}`,
    );
  }
}

/** Why no queue takes an id, or null: colons separate its keys, and numbers are its own ids. */
export const faultOfId = (job: string, id: string): BadJobId | null =>
  id.length > longestId || !/^[!-9;-~]+$/.test(id) || /^\d+$/.test(id) ? new BadJobId(job, id) : null;

/** A place in the feed of an organization: after the entry at a position; 0 for its beginning. */
export interface ChangePlace {
  position: bigint;
  /** The mark of that entry, by which a feed that was restored to an earlier state is recognized; empty without an entry. */
  mark: string;
}

const form = /^(\d{1,18})\.([0-9a-f]{8}|)$/;

export const writeChangeCursor = ({ position, mark }: ChangePlace): string =>
  Buffer.from(`${position}.${mark}`).toString('base64url');

/** @returns null for a text that is no cursor of the feed */
export function readChangeCursor(cursor: string): ChangePlace | null {
  const [, position, mark = ''] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return position === undefined ? null : { position: BigInt(position), mark };
}

/** A store for files outside of the database. A name is used for one content only, so repeated writes are harmless. */
export interface FileStore {
  /** Resolves once the file survives a crash. @throws Error when the store does not take it */
  write(name: string, content: Buffer): Promise<void>;
  /** @throws Error when the store does not answer, or does not have the file */
  read(name: string): Promise<Buffer>;
  /** Deletes a file; a missing one is no error. */
  delete(name: string): Promise<void>;
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileStore } from './file-store.js';

/** Files in a directory; several processes may share it. */
export class DirectoryStore implements FileStore {
  private readonly directory: string;

  /** @param address `file:///var/lib/tollgate/files` */
  constructor(address: URL) {
    this.directory = fileURLToPath(address);
  }

  /** Writes a file beside its place and renames it, so that no reader finds a part of it. */
  async write(name: string, content: Buffer): Promise<void> {
    const path = this.pathOf(name);
    const part = `${path}.${randomUUID()}.part`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeThrough(part, content);
      await rename(part, path);
      await syncDirectory(dirname(path));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async read(name: string): Promise<Buffer> {
    return readFile(this.pathOf(name));
  }

  async delete(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  private pathOf(name: string): string {
    return join(this.directory, name);
  }
}

async function writeThrough(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename survives a crash of the machine once its directory is on the disk. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

// A write has a price of its own, whatever its size. Under load, waiting this long for those just answered pays.
const busyCallers = 16;
const lingerMs = 10;

/**
 * Writes for many callers at once: what arrives while a write is under way goes together into the next one.
 * Each caller's promise resolves, or fails, with the write that carried its items.
 */
export class GroupCommit<Item> {
  private waiting: { items: Item[]; resolve: () => void; reject: (error: unknown) => void }[] = [];
  private writing: Promise<void> | undefined;

  /** @param maximum items in one write; a single caller's items are never split */
  constructor(
    private readonly write: (items: Item[]) => Promise<void>,
    private readonly maximum: number,
  ) {}

  /** Callers that the last write served: many of them mean that a moment's wait makes the next write serve more. */
  private served = 0;

  append(items: Item[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ items, resolve, reject });
      this.writing ??= this.writeAll();
    });
  }

  /** Resolves when everything appended so far has been written. */
  async flushed(): Promise<void> {
    while (this.writing) await this.writing;
  }

  private async writeAll(): Promise<void> {
    // One turn of the event loop lets requests that arrived together go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      if (this.served >= busyCallers && this.waiting.length < this.served) await new Promise((resolve) => setTimeout(resolve, lingerMs));
      const group = this.takeGroup();
      this.served = group.length;
      try {
        await this.write(group.flatMap(({ items }) => items));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.writing = undefined;
  }

  private takeGroup() {
    let size = 0;
    let count = 0;
    while (count < this.waiting.length) {
      const next = this.waiting[count]?.items.length ?? 0;
      if (count > 0 && size + next > this.maximum) break;
      size += next;
      count++;
    }
    return this.waiting.splice(0, count);
  }
}

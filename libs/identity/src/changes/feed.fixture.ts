import type { Sandbox } from '@tollgate/testing';

/** An entry of the feed, as callers see it. */
export interface Entry {
  cursor: string;
  type: string;
  svc_id: string;
  external_id: string | null;
  code: string | null;
  change: 'created' | 'updated' | 'deleted';
  at: string;
}

interface Page {
  changes: Entry[];
  next_cursor: string;
  has_more: boolean;
}

/** A program that follows the feed of an organization. */
export class Feed {
  /** The cursor that it has stored. */
  since = '';

  constructor(private readonly sandbox: Sandbox) {}

  /** One page from the stored cursor on, which stays. */
  async page(query: Record<string, string> = {}): Promise<Page> {
    return this.sandbox.ok<Page>('GET', `/changes?${new URLSearchParams({ since: this.since, ...query })}`);
  }

  /** Everything that follows, after which it continues later. */
  async next(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (;;) {
      const { changes, next_cursor: cursor, has_more: hasMore } = await this.page({ limit: '1000' });
      entries.push(...changes);
      this.since = cursor;
      if (!hasMore) return entries;
    }
  }

  /** Goes to the end of the feed. */
  async toEnd(): Promise<void> {
    this.since = (await this.page({ since: 'latest' })).next_cursor;
  }
}

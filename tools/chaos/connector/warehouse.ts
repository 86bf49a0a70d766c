// The copy of a connector: a database of its own, which is no part of the service.
import type pg from 'pg';
import { connect } from '../database.ts';
import type { Change, CopiedType, Row } from './kinds.ts';

const definition = `
  create table place (cursor text not null);
  create table entries (
    number bigint generated always as identity, cursor text primary key, type text not null, id uuid not null,
    change text not null);
  create table rows (type text not null, id uuid not null, content text not null, primary key (type, id))`;

/** The changes of a page of the feed: the objects that are there, and those that are gone. */
export interface Copied {
  changes: Change[];
  rows: { type: CopiedType; row: Row }[];
  gone: { type: CopiedType; id: string }[];
}

/** Holds the rows, the entries and the cursor of one connector. */
export class Warehouse {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Makes an empty copy. @param cursor where the connector begins */
  static async make(url: string, cursor: string): Promise<void> {
    const client = await connect(url);
    await client.query(definition);
    await client.query('insert into place values ($1)', [cursor]);
    await client.end();
  }

  static async open(url: string): Promise<Warehouse> {
    return new Warehouse(await connect(url));
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async cursor(): Promise<string> {
    const { rows } = await this.#client.query<{ cursor: string }>('select cursor from place');
    return rows[0]?.cursor ?? '';
  }

  /**
   * Stores a page together with the cursor behind it. An entry that comes twice breaks the key of `entries`.
   * @returns false when the cursor before it is no longer the stored one, as after the last commit of a killed process
   */
  async store({ changes, rows, gone }: Copied, before: string, after: string): Promise<boolean> {
    await this.#client.query('begin');
    try {
      const moved = await this.#client.query('update place set cursor = $2 where cursor = $1', [before, after]);
      if (moved.rowCount === 1) await this.#write({ changes, rows, gone });
      await this.#client.query(moved.rowCount === 1 ? 'commit' : 'rollback');
      return moved.rowCount === 1;
    } catch (error) {
      await this.#client.query('rollback');
      throw error;
    }
  }

  async #write({ changes, rows, gone }: Copied): Promise<void> {
    await this.#client.query(
      `insert into entries (cursor, type, id, change)
       select * from unnest($1::text[], $2::text[], $3::uuid[], $4::text[])`,
      [
        changes.map(({ cursor }) => cursor),
        changes.map(({ type }) => type),
        changes.map(({ svc_id: id }) => id),
        changes.map(({ change }) => change),
      ],
    );
    await this.#client.query(
      `insert into rows select * from unnest($1::text[], $2::uuid[], $3::text[])
       on conflict (type, id) do update set content = excluded.content`,
      [rows.map(({ type }) => type), rows.map(({ row }) => row.svc_id), rows.map(({ row }) => JSON.stringify(row))],
    );
    await this.#client.query(
      `delete from rows using unnest($1::text[], $2::uuid[]) gone (type, id)
       where rows.type = gone.type and rows.id = gone.id`,
      [gone.map(({ type }) => type), gone.map(({ id }) => id)],
    );
  }

  /** The content of the rows of a kind, by their id. */
  async rowsOf(type: CopiedType): Promise<Map<string, string>> {
    const { rows } = await this.#client.query<{ id: string; content: string }>(
      'select id, content from rows where type = $1',
      [type],
    );
    return new Map(rows.map(({ id, content }) => [id, content]));
  }

  async entryCount(): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>('select count(*)::int as count from entries');
    return rows[0]?.count ?? 0;
  }

  /** Objects whose entries make no life: it begins at most once, ends at most once, and nothing follows its end. */
  async brokenLives(): Promise<string[]> {
    const { rows } = await this.#client.query<{ type: string; id: string; life: string }>(`
      select type, id, life from (
        select type, id, string_agg(left(change, 1), '' order by number) as life from entries group by type, id) lives
      where life !~ '^c?u*d?$' limit 20`);
    return rows.map(({ type, id, life }) => `${type} ${id}: ${life}`);
  }
}

import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from './transaction.js';

/** A sequence of ranks: which documents have one, and which ranks none has. */
export interface RankSequence {
  /** Identifies the sequence for a walk. */
  id: string;
  billing_entity_id: string | null;
  customer_id: string | null;
  invoice_id: string | null;
  first_rank: number;
  last_rank: number;
  first_number: string;
  last_number: string;
  documents_count: number;
  missing_count: number;
  /** The first ones, in order. */
  gaps: { from: number; to: number }[];
  voided_count: number;
  /** The first ones, in order; instants in ISO 8601. */
  voided: { number: string; voided_at: string }[];
}

/** The sequences to read. */
export interface SequencePlace {
  /** Only those with missing ranks. */
  withGaps: boolean;
  /** The gaps, and the voided numbers, of a sequence at most. */
  mostListed: number;
  limit: number;
  /** A page of the list. */
  offset?: number;
  /** Or a walk: the id of the last sequence that it read. */
  after?: string | null;
  /** Only those with a document that came or changed since then, in Unix milliseconds. */
  changedFrom?: number | null;
}

/**
 * Reads sequences of document numbers in one statement, which reads the documents once.
 * @param ranked a query of documents with a text `key` for each sequence, `billing_entity_id`, `customer_id`,
 * `invoice_id`, `rank`, `number`, `voided_at`, `latest` (its last change), and `counts`. A sequence without any document
 * that counts is left out
 */
export async function readRankSequences(
  transaction: TenantTransaction,
  ranked: RawBuilder<unknown>,
  { withGaps, mostListed, limit, offset = 0, after, changedFrom = null }: SequencePlace,
): Promise<{ sequences: RankSequence[]; total: number }> {
  const isWalk = after !== undefined;
  const { rows } = await sql<{ total: bigint; sequences: RankSequence[] }>`
    with ranked as materialized (${ranked}),
    sequences as (
      select key, md5(key)::uuid as id, billing_entity_id, customer_id, invoice_id,
        min(rank) as first_rank, max(rank) as last_rank, count(*) as documents_count,
        max(rank) - min(rank) + 1 - count(distinct rank) as missing_count, count(voided_at) as voided_count
      from ranked group by key, billing_entity_id, customer_id, invoice_id having bool_or(counts)
        ${changedFrom === null ? sql`` : sql`and max(latest) >= ${new Date(changedFrom)}`}
    ),
    found as (select * from sequences ${withGaps ? sql`where missing_count > 0` : sql``}),
    chosen as (
      select * from found ${isWalk && after !== null ? sql`where id > ${after}::uuid` : sql``}
      order by ${isWalk ? sql`id` : sql`billing_entity_id, customer_id nulls first, invoice_id`}
      limit ${limit} offset ${offset}
    ),
    placed as (
      select chosen.key, rank, number, voided_at, first_rank, last_rank,
        lead(rank) over (partition by chosen.key order by rank) as next_rank
      from ranked join chosen on chosen.key = ranked.key
    ),
    counted as (
      select *,
        count(*) filter (where next_rank > rank + 1) over (partition by key order by rank) as gap_place,
        count(voided_at) over (partition by key order by rank) as void_place
      from placed
    ),
    listed as (
      select key,
        min(number) filter (where rank = first_rank) as first_number,
        min(number) filter (where rank = last_rank) as last_number,
        json_agg(json_build_object('from', rank + 1, 'to', next_rank - 1) order by rank)
          filter (where next_rank > rank + 1 and gap_place <= ${mostListed}) as gaps,
        json_agg(json_build_object('number', number, 'voided_at', voided_at) order by rank)
          filter (where voided_at is not null and void_place <= ${mostListed}) as voided
      from counted group by key
    )
    select (select count(*) from found) as total, coalesce((
      select json_agg(json_build_object(
        'id', id, 'billing_entity_id', billing_entity_id, 'customer_id', customer_id, 'invoice_id', invoice_id,
        'first_rank', first_rank, 'last_rank', last_rank, 'first_number', first_number, 'last_number', last_number,
        'documents_count', documents_count, 'missing_count', missing_count, 'gaps', coalesce(gaps, '[]'::json),
        'voided_count', voided_count, 'voided', coalesce(voided, '[]'::json)
      ) order by ${isWalk ? sql`id` : sql`billing_entity_id, customer_id nulls first, invoice_id`})
      from chosen join listed on listed.key = chosen.key
    ), '[]'::json) as sequences
  `.execute(transaction);
  return { sequences: rows[0]?.sequences ?? [], total: Number(rows[0]?.total ?? 0n) };
}

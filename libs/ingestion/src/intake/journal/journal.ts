import { readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, Unavailable } from '@tollgate/platform';
import { DoneMark, type Position } from './done-mark.js';
import { contentsOf, recordOf, type Place } from './record.js';
import { findSegment, OpenSegment, readSegment, segmentName, segmentNumber, type FoundSegment } from './segment.js';

/** Largest range of records that are read together, unless a single record is larger. */
const largestPlace = { items: 5_000, bytes: 4 * 1024 * 1024 };
/** Free space that PostgreSQL and the usage store need to store the contents of the journal. */
const reservedBytes = 64 * 1024 * 1024;
const roomIsKnownMs = 500;

export interface JournalBounds {
  /** Total bytes of all segments; appends beyond it fail. */
  bytes: number;
  /** Bytes of a segment, after which the next one begins. */
  segmentBytes: number;
}

/** The data that an earlier process left. */
export interface Recovered {
  /** Unfinished places in order, each with its approximate write time in Unix milliseconds. */
  places: { place: Place; writtenAt: number }[];
  tornBytes: number;
  damagedBytes: number;
}

/**
 * Accepted items that are not finished: appended to files in groups, durable before the caller is answered. The next
 * process reads them again after any shutdown. Files are segments of bounded size, deleted once they are finished. A
 * segment that was not wholly readable is renamed with the ending `.damaged` instead.
 */
export class Journal {
  /** Bytes of the closed segments, oldest first. */
  private readonly segments = new Map<number, number>();
  private readonly damaged = new Set<number>();
  private current: OpenSegment | undefined;
  private closedBytes = 0;
  private roomCheckedAt = 0;
  private appending: Promise<unknown> = Promise.resolve();
  private doneUpTo: Position | null = null;
  private closed = false;

  private constructor(
    private readonly directory: string,
    private readonly bounds: JournalBounds,
    private readonly doneMark: DoneMark,
    private next: number,
    readonly recovered: Recovered,
  ) {}

  /** Opens the journal in a directory and creates the directory if needed. Only one process may have it open. */
  static async open(directory: string, bounds: JournalBounds): Promise<Journal> {
    makeDirectory(directory);
    const done = await DoneMark.read(directory);
    const numbers = (await readdir(directory))
      .flatMap((name) => segmentNumber(name) ?? [])
      .sort((one, other) => one - other);
    const segmentsFound: FoundSegment[] = [];
    for (const number of numbers) {
      const begin = done === null || number > done.segment ? 0 : number === done.segment ? done.offset : Infinity;
      segmentsFound.push(await findSegment(directory, number, begin));
    }
    const next = Math.max(0, ...numbers, done?.segment ?? 0) + 1;
    const recovered = recoveredOf(segmentsFound);
    const journal = new Journal(directory, bounds, await DoneMark.open(directory), next, recovered);
    for (const { number, size, damagedBytes } of segmentsFound) {
      if (damagedBytes > 0) journal.damaged.add(number);
      await journal.adopt(number, size, done);
    }
    return journal;
  }

  /** Bytes of all segments. */
  get bytes(): number {
    return this.closedBytes + (this.current?.size ?? 0);
  }

  get segmentCount(): number {
    return this.segments.size + (this.current ? 1 : 0);
  }

  /** @throws Unavailable when the journal cannot accept more now */
  async checkRoom(): Promise<void> {
    if (this.bytes >= this.bounds.bytes) throw new Unavailable('the journal of events is full');
    if (Date.now() - this.roomCheckedAt < roomIsKnownMs) return;
    const { bavail, bsize } = await statfs(this.directory);
    if (bavail * bsize < reservedBytes) throw new Unavailable('the disk of the journal of events is full');
    this.roomCheckedAt = Date.now();
  }

  /**
   * Appends a record; durable when it resolves. Callers must not call it again before that.
   * @throws Unavailable when the record was not appended, or when the outcome is unknown
   */
  async append(text: string, items: number): Promise<Place> {
    if (this.closed) throw new Unavailable('the journal of events is closed');
    const appended = this.appendRecord(recordOf(text, items), items);
    this.appending = appended.catch(() => undefined);
    return appended;
  }

  /** The contents of the records at a place, in order; null when they are no longer readable. */
  async read({ segment, from, to }: Place): Promise<Buffer[] | null> {
    const bytes = await readSegment(this.directory, segment, from, to);
    return bytes.length === to - from ? contentsOf(bytes) : null;
  }

  /** Retains a segment as `.damaged` when it is finished, because a part of it could not be read. */
  setAside({ segment }: Place): void {
    this.damaged.add(segment);
  }

  /** Marks everything up to the end of a place as finished, and deletes its segments. */
  async done({ segment: last, to }: Place): Promise<void> {
    const position = { segment: last, offset: to };
    this.doneUpTo = position;
    await this.doneMark.write(position);
    for (const [number, size] of this.segments) {
      if (number > last) break;
      if (isDone(number, size, position)) await this.remove(number, size);
    }
  }

  /** Closes the journal: rejects further appends, and deletes its finished segments. */
  async close(): Promise<void> {
    this.closed = true;
    await this.appending;
    await this.leave((segment) => segment.close());
    for (const [number, size] of this.segments)
      if (this.doneUpTo && isDone(number, size, this.doneUpTo)) await this.remove(number, size);
    await this.doneMark.close();
  }

  private async appendRecord(record: Buffer, items: number): Promise<Place> {
    await this.checkRoom();
    let segment: OpenSegment;
    try {
      segment = this.current ??= await OpenSegment.make(this.directory, this.next++);
      await segment.append(record);
    } catch (error) {
      this.roomCheckedAt = 0;
      await this.leave((left) => left.abandon()).catch(() => undefined);
      throw new Unavailable('the journal of events cannot be written', error);
    }
    const { number, size: to } = segment;
    if (to >= this.bounds.segmentBytes) await this.leave((left) => left.close()).catch(() => undefined);
    return { segment: number, from: to - record.length, to, items };
  }

  private async adopt(number: number, size: number, done: Position | null): Promise<void> {
    this.segments.set(number, size);
    this.closedBytes += size;
    if (size === 0 || (done !== null && isDone(number, size, done))) await this.remove(number, size);
  }

  /** Closes the current segment; the next record begins a new one. */
  private async leave(how: (segment: OpenSegment) => Promise<void>): Promise<void> {
    const left = this.current;
    if (!left) return;
    this.current = undefined;
    this.segments.set(left.number, left.size);
    this.closedBytes += left.size;
    await how(left);
  }

  private async remove(number: number, size: number): Promise<void> {
    const path = join(this.directory, segmentName(number));
    await (this.damaged.has(number) ? rename(path, `${path}.damaged`) : rm(path, { force: true }));
    if (this.segments.delete(number)) this.closedBytes -= size;
  }
}

const isDone = (number: number, size: number, done: Position): boolean =>
  number < done.segment || (number === done.segment && done.offset >= size);

function recoveredOf(segments: FoundSegment[]): Recovered {
  const sum = (valueOf: (segment: FoundSegment) => number) =>
    segments.reduce((total, segment) => total + valueOf(segment), 0);
  return {
    places: segments.flatMap((segment) => placesOf(segment).map((place) => ({ place, writtenAt: segment.writtenAt }))),
    tornBytes: sum(({ tornBytes }) => tornBytes),
    damagedBytes: sum(({ damagedBytes }) => damagedBytes),
  };
}

function placesOf({ number, records }: FoundSegment): Place[] {
  const places: Place[] = [];
  for (const { from, to, items } of records) {
    const next = { segment: number, from, to, items };
    const joined = joinedPlaces(places.at(-1), next);
    if (joined) places[places.length - 1] = joined;
    else places.push(next);
  }
  return places;
}

/** Joins two adjacent places for one read; null when they are not adjacent or too large together. */
export function joinedPlaces(previous: Place | undefined, next: Place): Place | null {
  if (!previous || previous.segment !== next.segment || previous.to !== next.from) return null;
  const items = previous.items + next.items;
  if (items > largestPlace.items || next.to - previous.from > largestPlace.bytes) return null;
  return { segment: previous.segment, from: previous.from, to: next.to, items };
}

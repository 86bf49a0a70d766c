// Bodies that may break a door.
import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '@tollgate/chaos/storm/random';
import type { Door } from './door.ts';

/** A call as its bytes go over the wire. */
export interface HostileCall {
  /** The fault of the body, for people. */
  kind: string;
  headers: Record<string, string>;
  body: Buffer;
  /** The declared length, if it is not that of the body; `chunks`: the body already has the form of chunks. */
  length?: number | 'chunks';
  /** Whether only a refusal is right; otherwise the body may be one that the door takes. */
  isWrong: boolean;
  /** Whether the sender goes away before its body is complete, so that it need not get an answer. */
  isCut?: boolean;
}

/** More than any door takes: 3 MiB and, unpacked, 64 MiB. */
const largeBytes = 3 * 1024 * 1024;
const bombBytes = 64 * 1024 * 1024;
const bombs = { gzip: gzipSync(Buffer.alloc(bombBytes)), deflate: deflateSync(Buffer.alloc(bombBytes)) };
const deep = 200_000;

const odd: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1e308,
  '1e400',
  9007199254740993,
  '-0',
  'NaN',
  [],
  {},
  [[]],
  'x'.repeat(70_000),
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e',
  "'; drop table events; --",
  '{{7*7}}',
  '../../etc/passwd',
  '9'.repeat(400),
  '0.' + '3'.repeat(400),
  { toString: 1, valueOf: null },
  { $ne: 1 },
  Array.from({ length: 300 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`n${index}`, index])),
];
const oddNames = ['', '\u0000', 'hasOwnProperty', 'length', 'then', 'toJSON', 'x'.repeat(300), '\ud800', '0', 'a.b[0]'];

type Make = (this: HostileBodies) => Omit<HostileCall, 'kind' | 'headers'> & { headers?: Record<string, string> };

/** Makes hostile bodies for a door. */
export class HostileBodies {
  readonly #door: Door;
  readonly #random: Random;
  readonly #valid: Buffer;
  readonly #kinds: [string, Make][];

  constructor(door: Door, random: Random) {
    this.#door = door;
    this.#random = random;
    this.#valid = encoded(door.body);
    this.#kinds = Object.entries({
      ...ofAll,
      ...('json' in door.body ? ofJson : 'form' in door.body ? ofForms : ofBytes),
    });
  }

  next(): HostileCall {
    const [kind, make] = this.#random.pick(this.#kinds);
    const { headers = {}, ...call } = make.call(this);
    return { ...call, kind, headers: { ...this.#door.headers, ...headers } };
  }

  get random(): Random {
    return this.#random;
  }
  get valid(): Buffer {
    return this.#valid;
  }
  get door(): Door {
    return this.#door;
  }

  /** The valid body, cut somewhere. */
  cut(): Buffer {
    return this.#valid.subarray(0, this.#random.int(1, this.#valid.length - 1));
  }

  /** The valid body with some of its bytes replaced. */
  spoiled(): Buffer {
    const bytes = Buffer.from(this.#valid);
    for (let count = this.#random.int(1, 8); count > 0; count--)
      bytes[this.#random.int(0, bytes.length - 1)] = this.#random.int(0, 255);
    return bytes;
  }

  /** The valid JSON with some members replaced, renamed or added. */
  changed(): unknown {
    const copy: unknown = 'json' in this.#door.body ? structuredClone(this.#door.body.json) : {};
    let result = copy;
    for (let count = this.#random.int(1, 3); count > 0; count--) result = this.#change(result);
    return result;
  }

  #change(value: unknown): unknown {
    if (value === null || typeof value !== 'object' || this.#random.chance(0.15))
      return structuredClone(this.#random.pick(odd));
    const names = Object.keys(value);
    const record = value as Record<string, unknown>;
    const isNew = names.length === 0 || this.#random.chance(0.1);
    const name = !isNew
      ? this.#random.pick(names)
      : Array.isArray(value)
        ? `${value.length}`
        : this.#random.pick(oddNames);
    if (this.#random.chance(0.1)) delete record[name];
    else record[name] = this.#change(record[name]);
    return value;
  }
}

function encoded(body: Door['body']): Buffer {
  if ('bytes' in body) return body.bytes;
  return Buffer.from('json' in body ? JSON.stringify(body.json) : String(new URLSearchParams(body.form)));
}

const wrong = (body: Buffer | string, headers: Record<string, string> = {}) => ({
  body: Buffer.from(body),
  headers,
  isWrong: true,
});
const possible = (body: Buffer | string, headers: Record<string, string> = {}) => ({
  ...wrong(body, headers),
  isWrong: false,
});

/** For bodies of every kind: what HTTP makes of them. */
const ofAll: Record<string, Make> = {
  'a length that is too great, and an end'() {
    return { ...wrong(this.valid), length: this.valid.length + this.random.int(1, 1_000_000), isCut: true };
  },
  'a length that is too small'() {
    // The rest of the body is read as another call, whose answer the sender does not wait for.
    return { ...possible(this.valid), length: this.random.int(1, this.valid.length - 1) };
  },
  'a body that is too large'() {
    return wrong(Buffer.alloc(largeBytes, this.valid));
  },
  'a length beyond all numbers'() {
    return { ...wrong(this.valid), length: this.random.pick([1e15, 1e300]), isCut: true };
  },
  'chunks that are cut'() {
    return { ...wrong(`${(this.valid.length + 5).toString(16)}\r\n${this.valid}`), length: 'chunks', isCut: true };
  },
  'chunks without lengths'() {
    return { ...wrong('zz\r\nx\r\n0\r\n\r\n'), length: 'chunks' };
  },
  'a compressed bomb'() {
    const encoding = this.random.pick(['gzip', 'deflate'] as const);
    return wrong(bombs[encoding], { 'content-encoding': encoding });
  },
  'a compressed body that is cut'() {
    const packed = gzipSync(this.valid);
    return wrong(packed.subarray(0, this.random.int(1, packed.length - 9)), { 'content-encoding': 'gzip' });
  },
  'a compressed body that is spoiled'() {
    const packed = gzipSync(this.valid);
    // The first bytes say that it is compressed.
    const place = this.random.int(0, 2);
    packed[place] = (packed[place] ?? 0) ^ this.random.int(1, 255);
    return wrong(packed, { 'content-encoding': 'gzip' });
  },
  'a body that is not compressed as it says'() {
    return wrong(this.valid, { 'content-encoding': this.random.pick(['gzip', 'deflate', 'br', 'x-gzip']) });
  },
  'an unknown compression'() {
    return wrong(this.valid, {
      'content-encoding': this.random.pick(['zstd', 'lzma', 'gzip, gzip', 'x'.repeat(5000)]),
    });
  },
  'another type'() {
    const type = this.random.pick(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x', '/', ';;']);
    return wrong(this.valid, { 'content-type': type });
  },
  'a valid body, compressed'() {
    return possible(gzipSync(this.valid), { 'content-encoding': 'gzip' });
  },
  'spoiled bytes'() {
    return possible(this.spoiled());
  },
};

const ofJson: Record<string, Make> = {
  'cut JSON'() {
    return wrong(this.cut());
  },
  'deep lists'() {
    return wrong(
      this.random.pick([`${'['.repeat(deep)}${']'.repeat(deep)}`, '['.repeat(deep), `${'{"a":'.repeat(deep)}1`]),
    );
  },
  'too many values'() {
    return wrong(`[${'0,'.repeat(60_000)}0]`);
  },
  'bytes that are no text'() {
    return wrong(Buffer.from([0x22, 0xff, 0xfe, 0xc0, this.random.int(128, 255), 0x22]));
  },
  'names of prototypes'() {
    return wrong(this.random.pick(['{"__proto__":{"a":1}}', '{"event":{"constructor":{"prototype":{"a":1}}}}']));
  },
  'no JSON'() {
    return wrong(this.random.pick(['NaN', '{a:1}', "{'a':1}", '[1,]', '\u0000', '<a/>', '{"a":01}', 'undefined', '"']));
  },
  'another value'() {
    return possible(this.random.pick(['null', 'true', '1', '""', '[]', '{}', '[null]', '[[]]', '[1,2]', '1e999']));
  },
  'changed members'() {
    return possible(JSON.stringify(this.changed()) ?? 'null');
  },
  'changed members of many records'() {
    return possible(JSON.stringify(Array.from({ length: this.random.int(2, 150) }, () => this.changed())));
  },
};

const ofForms: Record<string, Make> = {
  'broken escapes'() {
    return wrong(`${this.valid}&identifier=%${this.random.pick(['', 'z', 'zz', 'ff', 'c0%80', 'ed%a0%80'])}`);
  },
  'too many fields'() {
    return wrong(Array.from({ length: 5_000 }, (_, index) => `payload[n${index}]=1`).join('&'));
  },
  'deep names'() {
    return wrong(`a${'[b]'.repeat(5_000)}=1`);
  },
  'other fields'() {
    const name = this.random.pick(['event_name', 'identifier', 'timestamp', 'payload', 'payload[value]', 'payload[x]']);
    const form = 'form' in this.door.body ? this.door.body.form : {};
    const value = this.random.pick(odd);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return possible(String(new URLSearchParams({ ...form, [name]: text })));
  },
  'names of prototypes'() {
    return possible(
      this.random.pick(['__proto__[a]=1', 'payload[__proto__]=1', 'constructor[prototype]=1', '[]=1', '=']),
    );
  },
};

const ofBytes: Record<string, Make> = {
  'cut messages'() {
    return possible(this.cut());
  },
  'lengths beyond the end'() {
    return wrong(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x07]));
  },
  'numbers without an end'() {
    return wrong(Buffer.alloc(this.random.int(11, 5_000), 0xff));
  },
  groups() {
    return wrong(Buffer.alloc(this.random.int(1, 5_000), 0x0b));
  },
  'deep messages'() {
    return possible(nestedMessages(this.random.int(30, 2_000)));
  },
  'many empty messages'() {
    return possible(Buffer.from('0a00'.repeat(400_000), 'hex'));
  },
  'random bytes'() {
    return possible(Buffer.from(Array.from({ length: this.random.int(1, 200) }, () => this.random.int(0, 255))));
  },
};

/** Values within values of an attribute, each with its length before it. */
function nestedMessages(levels: number): Buffer {
  const wrap = (field: number, inner: Buffer) =>
    Buffer.concat([Buffer.from([field * 8 + 2]), varint(inner.length), inner]);
  let value = Buffer.alloc(0);
  for (let level = 0; level < levels; level++) value = wrap(5, wrap(1, value));
  const attribute = wrap(1, wrap(2, value));
  return wrap(1, wrap(1, attribute));
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

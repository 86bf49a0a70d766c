import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { readLogoImage } from './logo-image.js';

const uriOf = (content: Buffer, type = 'image/png') => `data:${type};base64,${content.toString('base64')}`;

function chunk(type: string, data: Buffer): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

interface Header {
  width: number;
  height: number;
  depth?: number;
  color?: number;
}

/** Builds a PNG from any header and data. @param rows each starts with its filter byte */
function png({ width, height, depth = 8, color = 2 }: Header, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } });

/** The fields of a PNG header. */
const headOf = (file: Buffer) => ({
  width: file.readUInt32BE(16),
  height: file.readUInt32BE(20),
  depth: file[24],
  color: file[25],
  interlaced: file[28],
});

const refusal = async (content: Buffer, type?: string): Promise<unknown> =>
  readLogoImage(uriOf(content, type)).then(
    () => 'taken',
    (error: { body?: { error_details?: unknown } }) => error.body?.error_details ?? error,
  );
const wrongType = { logo: ['invalid_content_type'] };
const wrongSize = { logo: ['invalid_size'] };

describe('a logo', () => {
  it('is stored unchanged, and rendered as a small plain PNG', async () => {
    const original = await red(1500, 100).png({ progressive: true }).toBuffer();
    const logo = await readLogoImage(uriOf(original));
    expect(logo).toMatchObject({ type: 'image/png', content: original });
    expect(headOf(logo.printed)).toEqual({ width: 750, height: 50, depth: 8, color: 2, interlaced: 0 });
    const { data } = await sharp(logo.printed).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 127, 127]);
  });

  it.each<[string, Header, number]>([
    ['16 bits a channel', { width: 4, height: 4, depth: 16, color: 6 }, 33],
    ['one bit of grey', { width: 8, height: 4, depth: 1, color: 0 }, 2],
    ['grey with transparency', { width: 4, height: 4, color: 4 }, 9],
  ])('may have %s', async (_, header, bytesOfRow) => {
    const logo = await readLogoImage(uriOf(png(header, Buffer.alloc(bytesOfRow * header.height))));
    expect(headOf(logo.printed)).toMatchObject({ depth: 8, color: 2, interlaced: 0 });
  });

  it('may be a JPEG of any kind', async () => {
    for (const file of [red(40, 40).jpeg({ progressive: true }), red(40, 40).toColourspace('cmyk').jpeg()])
      for (const type of ['image/jpeg', 'image/jpg'])
        expect(await readLogoImage(uriOf(await file.toBuffer(), type))).toMatchObject({ type: 'image/jpeg' });
  });
});

describe('concurrent logos', () => {
  it('are read serially, and rejected while many wait', async () => {
    const uri = uriOf(await red(20, 20).png().toBuffer());
    const all = await Promise.allSettled(Array.from({ length: 25 }, () => readLogoImage(uri)));
    const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as { status: number }] : []));
    expect(refusals.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 429));
    expect((await readLogoImage(uri)).type).toBe('image/png');
  });
});

describe('an unreadable logo is rejected', () => {
  let whole: Buffer;
  beforeAll(async () => {
    whole = await red(300, 300).png({ compressionLevel: 0 }).toBuffer();
  });

  it('if its type differs from its declared type', async () => {
    const jpeg = await red(5, 5).jpeg().toBuffer();
    expect(await refusal(jpeg, 'image/png')).toEqual(wrongType);
    expect(await refusal(whole, 'image/jpeg')).toEqual(wrongType);
    expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'))).toEqual(
      wrongType,
    );
    expect(await refusal(Buffer.from('GIF89a'))).toEqual(wrongType);
    expect(await refusal(Buffer.from('x'))).toEqual(wrongType);
  });

  it('if it is truncated anywhere', async () => {
    const jpeg = await red(300, 300).jpeg().toBuffer();
    for (const share of [0.01, 0.1, 0.5, 0.9]) {
      expect(await refusal(whole.subarray(0, whole.length * share))).toEqual(wrongType);
      expect(await refusal(jpeg.subarray(0, jpeg.length * share), 'image/jpeg')).toEqual(wrongType);
    }
  });

  it('if its data is corrupt or shorter than its header declares', async () => {
    const broken = Buffer.from(whole);
    broken.writeUInt8(broken.readUInt8(1000) ^ 0xff, 1000);
    expect(await refusal(broken)).toEqual(wrongType);
    expect(await refusal(png({ width: 400, height: 400 }, Buffer.alloc(100)))).toEqual(wrongType);
    expect(await refusal(png({ width: 4, height: 4 }, Buffer.alloc(52, 9)))).toEqual(wrongType);
    expect(await refusal(png({ width: 0, height: 4 }, Buffer.alloc(4)))).toEqual(wrongType);
    // Colours by a missing palette.
    expect(await refusal(png({ width: 4, height: 4, color: 3 }, Buffer.alloc(20)))).toEqual(wrongType);
  });

  it('if its unpacked size exceeds the memory limit', async () => {
    expect(await refusal(png({ width: 100_000, height: 100_000 }, Buffer.alloc(1000)))).toEqual(wrongSize);
    const grey = (width: number) => png({ width, height: 3_000, color: 0 }, Buffer.alloc((1 + width) * 3_000));
    expect(await refusal(grey(3_001))).toEqual(wrongSize);
    expect(await refusal(grey(3_000))).toBe('taken');
  });
});

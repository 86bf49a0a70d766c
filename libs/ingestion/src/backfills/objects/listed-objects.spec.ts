import { expect, it } from '@jest/globals';
import { objectsBelow } from './listed-objects.js';

const storeWith = (names: string[], bytes = 1) => ({
  list: (begin: string, most: number) =>
    Promise.resolve(
      names
        .filter((name) => name.startsWith(begin))
        .slice(0, most)
        .map((name) => ({ name, bytes: name.endsWith('_SUCCESS') ? 0 : bytes, version: 'v' })),
    ),
});
const found = async (names: string[], prefix: string) => {
  const result = await objectsBelow(storeWith(names), prefix, ['.csv']);
  return 'errors' in result ? result.errors : result.objects.map(({ name }) => name);
};

it('objects are those below the prefix with an end of the format, or the named one', async () => {
  const names = ['usage/_SUCCESS', 'usage/a.csv', 'usage/b.CSV', 'usage/c.txt', 'usage2/d.csv', 'x.dat'];
  expect(await found(names, 'usage')).toEqual(['usage/a.csv', 'usage/b.CSV']);
  expect(await found(names, '')).toEqual(['usage/a.csv', 'usage/b.CSV', 'usage2/d.csv']);
  expect(await found(names, 'x.dat')).toEqual(['x.dat']);
});

it('none, too many and too large ones are refused', async () => {
  expect(await found(['usage2/d.csv'], 'usage')).toEqual({ url: ['objects_not_found'] });
  const many = Array.from({ length: 1_001 }, (_, place) => `usage/${place}.csv`);
  expect(await found(many, 'usage')).toEqual({ url: ['too_many_objects'] });
  const large = await objectsBelow(storeWith(['a.csv'], 10_000_000_001), '', ['.csv']);
  expect(large).toEqual({ errors: { url: ['object_is_too_large'] } });
});

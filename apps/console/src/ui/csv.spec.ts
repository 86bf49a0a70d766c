import { expect, it } from '@jest/globals';
import { csvOf } from './csv.js';

it('cells with separators are quoted', () => {
  expect(
    csvOf([
      ['Name', 'Total'],
      ['Ada "the", first', 'two\nlines'],
    ]),
  ).toBe('Name,Total\r\n"Ada ""the"", first","two\nlines"\r\n');
});

it('a cell is no formula, and a negative amount stays a number', () => {
  expect(csvOf([['=1+1', '@x', '+49 30', '-12.50', '-a']])).toBe("'=1+1,'@x,'+49 30,-12.50,'-a\r\n");
});

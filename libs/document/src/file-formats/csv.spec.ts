import { expect, it } from '@jest/globals';
import { csvOf } from './csv.js';

it('quotes cells when they need it', () => {
  expect(csvOf([['a', 'b"c', 'd,e', 'f\ng', 7, true, null]])).toBe('a,"b""c","d,e","f\ng",7,true,\r\n');
});

it('escapes formulas of spreadsheets, and no numbers', () => {
  expect(csvOf([['=1+1', '+cmd', '@x', '-2+3', '\tx', '-5', '+4.5', -7]])).toBe(
    "'=1+1,'+cmd,'@x,'-2+3,'\tx,-5,+4.5,-7\r\n",
  );
});

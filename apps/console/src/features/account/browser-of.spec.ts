import { expect, it } from '@jest/globals';
import { browserOf } from './browser-of.js';

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${engine} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, 'Edge', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${engine} Version/18.6 Safari/604.1`, 'Safari', 'iPhone'],
])('%s', (userAgent, browser, system) => expect(browserOf(userAgent)).toEqual({ browser, system }));

it('names no browser of a program', () => expect(browserOf('curl/8.14')).toBeUndefined());

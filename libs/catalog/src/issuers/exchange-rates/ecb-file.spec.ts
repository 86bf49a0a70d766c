import { describe, expect, it } from '@jest/globals';
import { NotReferenceRates, readEcbFile } from './ecb-file.js';

const envelope = (days: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube>${days}</Cube>
</gesmes:Envelope>`;
const friday = `<Cube time="2026-11-27"><Cube currency="USD" rate="1.0842"/><Cube currency="JPY" rate="168.31"/></Cube>`;
const thursday = `<Cube time="2026-11-26"><Cube currency="USD" rate="1.0811"/></Cube>`;
const euro = (day: string) => ({ day, currency: 'EUR', perEuro: '1' });

describe('the file of reference rates', () => {
  it('of one day has each currency, and the euro for 1', () => {
    expect(readEcbFile(envelope(friday))).toEqual([
      euro('2026-11-27'),
      { day: '2026-11-27', currency: 'USD', perEuro: '1.0842' },
      { day: '2026-11-27', currency: 'JPY', perEuro: '168.31' },
    ]);
  });

  it('of several days has those of each', () => {
    expect(readEcbFile(envelope(friday + thursday)).slice(3)).toEqual([
      euro('2026-11-26'),
      { day: '2026-11-26', currency: 'USD', perEuro: '1.0811' },
    ]);
  });

  it.each([
    ['a page', '<html><body>Not found</body></html>'],
    ['no XML', 'rates'],
    ['nothing', ''],
    ['no days', envelope('')],
    ['a day without rates', envelope('<Cube time="2026-11-27"></Cube>')],
    ['a day without a date', envelope('<Cube><Cube currency="USD" rate="1"/></Cube>')],
    ['a rate of 0', envelope('<Cube time="2026-11-27"><Cube currency="USD" rate="0"/></Cube>')],
    ['a rate that is no number', envelope('<Cube time="2026-11-27"><Cube currency="USD" rate="N/A"/></Cube>')],
    ['a currency that is none', envelope('<Cube time="2026-11-27"><Cube currency="usd" rate="1"/></Cube>')],
  ])('is refused when it has %s', (_, xml) => expect(() => readEcbFile(xml)).toThrow(NotReferenceRates));
});

/** How a place taxes. Rates are of 1, as texts. */
export interface Place {
  jurisdictions: { name: string; taxName: string; rate: string; type: string }[];
  /** Whether a customer with a tax number owes the tax itself. */
  reverseCharge: boolean;
}

/** Fixed rates: the tests compute with them. */
const places: Record<string, Place> = {
  US: {
    jurisdictions: [
      { name: 'Colorado', taxName: 'CO STATE TAX', rate: '0.029', type: 'Sales' },
      { name: 'Denver', taxName: 'CO CITY TAX', rate: '0.0481', type: 'Sales' },
    ],
    reverseCharge: false,
  },
  DE: { jurisdictions: [{ name: 'Germany', taxName: 'VAT', rate: '0.19', type: 'Output' }], reverseCharge: true },
  FR: { jurisdictions: [{ name: 'France', taxName: 'VAT', rate: '0.2', type: 'Output' }], reverseCharge: true },
  JP: { jurisdictions: [{ name: 'Japan', taxName: 'JCT', rate: '0.1', type: 'Output' }], reverseCharge: false },
  CH: { jurisdictions: [], reverseCharge: false },
  EE: { jurisdictions: [{ name: 'Estonia', taxName: 'VAT', rate: '0.24', type: 'Output' }], reverseCharge: true },
};

/** The places that changed their rates, with the rates before. */
const earlier: Record<string, { until: string; place: Place }> = {
  EE: {
    until: '2025-07-01',
    place: {
      jurisdictions: [{ name: 'Estonia', taxName: 'VAT', rate: '0.22', type: 'Output' }],
      reverseCharge: true,
    },
  },
};

/** The place of a country by the rates of a date, which the engine resolves; undefined for any other. */
export function placeOf(country: string | null | undefined, date: string): Place | undefined {
  const code = country?.toUpperCase() ?? '';
  const before = earlier[code];
  return before && date < before.until ? before.place : places[code];
}

/** Items without taxes. */
export const isExemptItem = (code: string): boolean => code.startsWith('exempt');
/** Items that the account does not have. */
export const isUnknownItem = (code: string): boolean => code === '' || code.startsWith('unknown');

const scale = 1_000_000n;

/** An exact product of whole minor units and a rate, in millionths. */
export function taxMillionths(minorUnits: bigint, rate: string): bigint {
  const [whole = '0', digits = ''] = rate.split('.');
  return minorUnits * (BigInt(whole) * scale + BigInt(digits.padEnd(6, '0').slice(0, 6)));
}

/** Half away from zero. */
export function roundedMillionths(millionths: bigint): bigint {
  const half = scale / 2n;
  return millionths < 0n ? -((-millionths + half) / scale) : (millionths + half) / scale;
}

/** Millionths as a decimal text. */
export function textOfMillionths(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths;
  const digits = String(size % scale)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${millionths < 0n ? '-' : ''}${size / scale}${digits ? `.${digits}` : ''}`;
}

import { convert } from 'xmlbuilder2';

/** A reference rate of a day: units of a currency for one euro. */
export interface ReferenceRate {
  /** `YYYY-MM-DD` */
  day: string;
  currency: string;
  perEuro: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const code = /^[A-Z]{3}$/;
const price = /^\d{1,9}(\.\d{1,12})?$/;
/** Ninety days of thirty currencies are below this. */
const mostRates = 10_000;

/** A file that is not one of reference rates. */
export class NotReferenceRates extends Error {
  override readonly name = 'NotReferenceRates';
}

/** An element of the file: the envelope, a list of days, a day, or a rate. */
interface Element {
  Cube?: Element | Element[];
  '@time'?: string;
  '@currency'?: string;
  '@rate'?: string;
}

/**
 * Reads the file of reference rates that the European Central Bank publishes, of one day or of ninety. Each day also
 * has the euro itself, for 1.
 * @throws NotReferenceRates
 */
export function readEcbFile(xml: string): ReferenceRate[] {
  const days = cubesOf(envelopeOf(xml)).flatMap(cubesOf);
  const rates = days.flatMap(ratesOfDay);
  if (days.length === 0 || rates.length > mostRates) throw new NotReferenceRates(`${days.length} days`);
  return rates;
}

function envelopeOf(xml: string): Element {
  try {
    const [envelope] = Object.values(convert(xml, { format: 'object' }) as Record<string, Element>);
    return envelope ?? {};
  } catch (error) {
    throw new NotReferenceRates('not well-formed', { cause: error });
  }
}

const cubesOf = ({ Cube: cubes = [] }: Element): Element[] => (Array.isArray(cubes) ? cubes : [cubes]);

function ratesOfDay(element: Element): ReferenceRate[] {
  const { '@time': time = '' } = element;
  const rates = cubesOf(element).map((each) => ({
    day: time,
    currency: each['@currency'] ?? '',
    perEuro: each['@rate'] ?? '',
  }));
  const isRate = ({ currency, perEuro }: ReferenceRate) =>
    code.test(currency) && price.test(perEuro) && Number(perEuro) > 0;
  if (!day.test(time) || rates.length === 0 || !rates.every(isRate)) throw new NotReferenceRates(`day ${time}`);
  return [{ day: time, currency: 'EUR', perEuro: '1' }, ...rates];
}

import { expect, it, jest } from '@jest/globals';
import { EngineOutages } from './engine-outages.js';
import { EngineRefusal, EngineUnavailable, type TaxConnection } from './tax-engine.js';

const connection = (id: string) => ({ id }) as TaxConnection;

it('calls no engine that has just failed, and calls others', async () => {
  const outages = new EngineOutages();
  const fails = jest.fn(() => Promise.reject(new EngineUnavailable('HTTP_503')));
  await expect(outages.around(connection('a'), fails)).rejects.toMatchObject({ code: 'HTTP_503' });
  await expect(outages.around(connection('a'), fails)).rejects.toMatchObject({ code: 'RESTING' });
  expect(fails).toHaveBeenCalledTimes(1);
  expect(await outages.around(connection('b'), () => Promise.resolve(1))).toBe(1);
});

it('rests as long as the engine requests, and not after a refusal', async () => {
  const outages = new EngineOutages();
  const busy = () => Promise.reject(new EngineUnavailable('HTTP_429', 0));
  await expect(outages.around(connection('a'), busy)).rejects.toMatchObject({ code: 'HTTP_429' });
  expect(await outages.around(connection('a'), () => Promise.resolve(1))).toBe(1);
  const refused = () => Promise.reject(new EngineRefusal('InvalidAddress', ''));
  await expect(outages.around(connection('a'), refused)).rejects.toMatchObject({ code: 'InvalidAddress' });
  expect(await outages.around(connection('a'), () => Promise.resolve(2))).toBe(2);
});

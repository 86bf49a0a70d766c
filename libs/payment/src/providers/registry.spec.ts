import { describe, expect, it } from '@jest/globals';
import { connectableProviders, linkableProviders, providerAddresses, providerSettingNames } from '@tollgate/contracts';
import { Config } from '@tollgate/platform';
import type { PaymentDatabase } from '../payment.database.js';
import { declaredProvider, paymentProviders } from './registry.js';

const declarations = Object.values(paymentProviders);
const parts = { config: new Config({}), database: {} as PaymentDatabase };

describe('the registry of payment providers', () => {
  it('has each provider under its name, in the order of the interface', () => {
    expect(Object.entries(paymentProviders).map(([name, declared]) => [name, declared.name])).toEqual(
      connectableProviders.map((name) => [name, name]),
    );
  });

  it('knows no inherited name', () => {
    for (const name of ['', 'constructor', 'toString', '__proto__']) expect(declaredProvider(name)).toBeUndefined();
  });

  it('has every name that a customer may be linked by, but those of tests', () => {
    for (const { name, isForTests } of declarations)
      expect((linkableProviders as readonly string[]).includes(name)).toBe(!isForTests);
  });
});

describe.each(declarations)('the declaration of $name', (declared) => {
  it('publishes what its ports do', async () => {
    const ports = await declared.open(parts);
    expect({ paymentPages: ports.paymentPages !== undefined, endpoints: ports.endpoints !== undefined }).toEqual({
      paymentPages: declared.hasPaymentPages,
      endpoints: declared.makesEventSecret,
    });
    ports.close?.();
  });

  it('requires and forms only fields of a connection', () => {
    const fields = ['secret_key', 'webhook_secret', ...Object.keys(declared.settings)];
    for (const field of [...declared.required, ...Object.keys(declared.forms)]) expect(fields).toContain(field);
  });

  it('has settings and addresses that no other provider has', () => {
    const others = declarations.filter(({ name }) => name !== declared.name);
    for (const name of Object.keys(declared.settings)) {
      expect(providerSettingNames).toContain(name);
      expect(others.flatMap(({ settings }) => Object.keys(settings))).not.toContain(name);
    }
    for (const [variable, address] of Object.entries(declared.addresses)) {
      expect(providerAddresses).toHaveProperty(variable, address);
      expect(others.flatMap(({ addresses }) => Object.keys(addresses))).not.toContain(variable);
    }
  });

  it('answers deliveries from outside, unless its events stay in the process', () => {
    expect(declared.acceptance === null).toBe(declared.isForTests);
  });
});

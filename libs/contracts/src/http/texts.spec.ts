import { describe, expect, it } from '@jest/globals';
import { textOfField } from '@tollgate/rating';
import { z } from 'zod';
import { body, bodyOf } from './body.js';
import { flag, mandatoryText, text } from './fields.js';
import { createdAt, described, describedLike, shape } from './texts.js';

const Inner = shape('A part', { name: described(z.string(), 'Name of the part') });
const Tax = shape('A tax', {
  code: described(z.string(), 'Unique code', 'vat'),
  rate: described(z.number(), 'Rate in percent', 20),
  inner: Inner,
  created_at: createdAt(),
});
const textsOf = (fields: Record<string, object>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, textOfField(field)]));

describe('a text', () => {
  it('belongs to one field or shape', () => {
    expect(textOfField(Tax)).toEqual(['A tax']);
    expect(textsOf(Tax.shape)).toMatchObject({ code: ['Unique code', 'vat'], created_at: ['When it was created'] });
    expect(() => described(Tax, 'Another tax')).toThrow('This has a text already: A tax');
  });

  it('is not that of a schema made from it', () => {
    expect(textOfField(Tax.extend({}))).toBeUndefined();
    expect(textOfField(Tax.shape.code.nullable())).toBeUndefined();
  });

  it('is taken from another field only where there is none', () => {
    expect(textOfField(describedLike(z.string(), Tax.shape.code))).toEqual(['Unique code', 'vat']);
    expect(textOfField(describedLike(described(z.string(), 'Its own'), Tax.shape.code))).toEqual(['Its own']);
    expect(textOfField(describedLike(z.string(), z.string()))).toBeUndefined();
  });
});

describe('a body of a resource', () => {
  it('has the texts of its fields, beside its own', () => {
    const TaxCreate = bodyOf(Tax, { code: mandatoryText(), rate: described(text(), 'Rate as text'), default: flag() });
    expect(textsOf(TaxCreate.shape)).toEqual({
      code: ['Unique code', 'vat'],
      rate: ['Rate as text'],
      default: undefined,
    });
  });

  it('has no text of a shape: a shape is described itself', () => {
    expect(textsOf(bodyOf(Tax, { inner: text() }).shape)).toEqual({ inner: undefined });
  });

  it('may be that of another body, with the same fields', () => {
    const TaxInput = body({ code: described(text(), 'Code of a tax') });
    expect(textsOf(bodyOf(TaxInput, { ...TaxInput.shape }).shape)).toEqual({ code: ['Code of a tax'] });
  });

  it('takes no field of every object, such as its constructor, for one of the resource', () => {
    expect(textsOf(bodyOf(Tax, { constructor: text() }).shape)).toEqual({ constructor: undefined });
  });
});

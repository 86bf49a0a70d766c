import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profiles } from '@tollgate/contracts/e-invoices';
import { missingFields, writeEInvoice, type EInvoice, type ProfileName } from '@tollgate/document/e-invoices';
import { sumFaultsOf } from './arithmetic.ts';
import { makeDocuments } from './documents.ts';
import { schemaFaults, type SchemaName } from './schemas.ts';
import { spoils } from './spoiled.ts';

const profileNames = Object.keys(profiles) as ProfileName[];

function schemaOf({ typeCode }: EInvoice, profile: ProfileName): SchemaName {
  if (profiles[profile].syntax === 'cii') return 'cii';
  return typeCode === '381' ? 'ubl-credit-note' : 'ubl-invoice';
}

const files = makeDocuments('schemas', 40).flatMap(({ name, model }) =>
  profileNames
    .filter((profile) => missingFields(model, profile).length === 0)
    .map((profile) => ({ name, model, profile, xml: writeEInvoice(model, profile) })),
);

/** A file that breaks its schema has no figures to compare. */
function faultsOf({ model, profile, xml }: Pick<(typeof files)[number], 'model' | 'profile' | 'xml'>): string[] {
  const faults = schemaFaults(xml, schemaOf(model, profile));
  return faults.length > 0 ? faults : sumFaultsOf(xml, profiles[profile].syntax);
}

test('files of all formats follow the official schemas and the rules about sums', () => {
  assert.deepEqual(
    files.flatMap((file) => faultsOf(file).map((fault) => `${file.name} as ${file.profile}: ${fault}`)),
    [],
  );
  const kinds = new Set(files.map(({ model, profile }) => `${profile} ${schemaOf(model, profile)}`));
  // Five formats, three of them with a credit note of its own form.
  assert.equal(kinds.size, 8);
});

/** Spoils of the validators' proof that break a schema or a sum; the others break rules about codes. */
const isQuick = (rule: string): boolean => /^BR-(CO|DEC|S-08)|^Delivery/.test(rule);

const furtherSpoils: { name: string; profile: ProfileName; spoil: (xml: string) => string }[] = [
  {
    name: 'an element out of its order',
    profile: 'en16931-ubl',
    spoil: (xml) => xml.replace(/(<cbc:ID>[^<]*<\/cbc:ID>)\s*(<cbc:IssueDate>[^<]*<\/cbc:IssueDate>)/, '$2$1'),
  },
  {
    name: 'an unknown element',
    profile: 'en16931-ubl',
    spoil: (xml) => xml.replace('<cbc:IssueDate>', '<cbc:Colour>red</cbc:Colour><cbc:IssueDate>'),
  },
  {
    name: 'a day that does not exist',
    profile: 'en16931-ubl',
    spoil: (xml) => xml.replace(/<cbc:IssueDate>[^<]*/, '<cbc:IssueDate>2026-02-30'),
  },
  {
    name: 'an amount without its currency',
    profile: 'peppol-bis',
    spoil: (xml) => xml.replace(/<cbc:PayableAmount currencyID="\w+">/, '<cbc:PayableAmount>'),
  },
  {
    name: 'a text as an amount',
    profile: 'en16931-cii',
    spoil: (xml) => xml.replace(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>1,5'),
  },
  {
    name: 'a sum of lines',
    profile: 'xrechnung-cii',
    spoil: (xml) =>
      xml.replace(/(<ram:LineTotalAmount>)[^<]*(<\/ram:LineTotalAmount>(?![^]*<ram:LineTotalAmount>))/, '$199999.00$2'),
  },
];

for (const { name, profile, spoil } of [...spoils.filter(({ rule }) => isQuick(rule)), ...furtherSpoils])
  test(`a file with a spoiled ${name} is refused`, () => {
    const file = files.find(
      (each) => each.profile === profile && each.model.typeCode === '380' && each.model.totals.vat > 0n,
    );
    assert.ok(file);
    const spoiled = spoil(file.xml);
    assert.notEqual(spoiled, file.xml);
    assert.notDeepEqual(faultsOf({ ...file, xml: spoiled }), []);
  });

test('a credit note is no invoice', () => {
  const note = files.find(({ model, profile }) => model.typeCode === '381' && profile === 'en16931-ubl');
  assert.notDeepEqual(schemaFaults(note?.xml ?? '', 'ubl-invoice'), []);
  assert.match(schemaFaults('<Invoice', 'ubl-invoice').join(), /Couldn't find end/);
});

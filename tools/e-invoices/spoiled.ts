// Spoiled files: a validator that accepts one of them is blind, and its word about the others is worth nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileName } from '@tollgate/document/e-invoices';
import { rulesOf, type WrittenFile } from './files.ts';
import type { Check } from './validators.ts';

interface Spoil {
  name: string;
  profile: ProfileName;
  /** The rule that must refuse it, or a part of its words. */
  rule: string;
  spoil: (xml: string) => string;
}

const raised = (amount: string): string => (Number(amount) + 5).toFixed(2);
const raise = (element: string) => (xml: string) =>
  xml.replace(new RegExp(`(<${element}[^>]*>)([^<]*)`), (_, head: string, amount: string) => head + raised(amount));
const drop = (element: string) => (xml: string) => xml.replace(new RegExp(`<${element}[ >][^]*?</${element}>`), '');

export const spoils: readonly Spoil[] = [
  { name: 'payable', profile: 'en16931-ubl', rule: 'BR-CO-16', spoil: raise('cbc:PayableAmount') },
  { name: 'taxes', profile: 'en16931-ubl', rule: 'BR-CO-14', spoil: raise('cbc:TaxAmount') },
  { name: 'base', profile: 'en16931-ubl', rule: 'BR-S-08', spoil: raise('cbc:TaxableAmount') },
  { name: 'country', profile: 'en16931-ubl', rule: 'BR-09', spoil: drop('cac:Country') },
  {
    name: 'negative price',
    profile: 'en16931-ubl',
    rule: 'BR-27',
    // A price may be 0, and a 0 with a sign is valid.
    spoil: (xml) => xml.replace(/(<cbc:PriceAmount[^>]*>)[^<]*/, '$1-1'),
  },
  {
    name: 'credit note as an invoice',
    profile: 'en16931-ubl',
    rule: 'BR-CL-01',
    spoil: (xml) => xml.replace('TypeCode>380<', 'TypeCode>381<'),
  },
  { name: 'line sum', profile: 'en16931-cii', rule: 'BR-CO-13', spoil: raise('ram:TaxBasisTotalAmount') },
  {
    name: 'seller',
    profile: 'en16931-cii',
    rule: 'BR-06',
    spoil: (xml) => xml.replace(/<ram:Name>Nimbus[^<]*<\/ram:Name>/, ''),
  },
  { name: 'delivery', profile: 'en16931-cii', rule: 'Delivery', spoil: drop('ram:ApplicableHeaderTradeDelivery') },
  {
    name: 'decimals',
    profile: 'en16931-cii',
    rule: 'BR-DEC',
    spoil: (xml) => xml.replace(/(<ram:DuePayableAmount>[^<]*)/, '$10'),
  },
  { name: 'reference', profile: 'xrechnung-ubl', rule: 'BR-DE-15', spoil: drop('cbc:BuyerReference') },
  { name: 'phone', profile: 'xrechnung-cii', rule: 'BR-DE-6', spoil: drop('ram:TelephoneUniversalCommunication') },
  {
    name: 'e-mail as an address',
    profile: 'peppol-bis',
    rule: 'CL008',
    spoil: (xml) => xml.replace(/EndpointID schemeID="\d+"/, 'EndpointID schemeID="EM"'),
  },
];

/** A spoiled file with the validator that must refuse it. */
export interface SpoiledFile extends Spoil {
  check: Check;
}

/** Spoils a plain invoice with VAT in each format; Mustang must refuse Factur-X too. */
export function writeSpoiledFiles(files: readonly WrittenFile[], directory: string): SpoiledFile[] {
  return spoils.flatMap((each) => {
    const file = files.find(
      ({ profile, document: { model } }) =>
        profile === each.profile && model.typeCode === '380' && model.totals.vat > 0n && model.totals.payable > 0n,
    );
    if (!file) throw new Error(`no file to spoil: ${each.name}`);
    const xml = each.spoil(file.xml);
    if (xml === file.xml) throw new Error(`nothing to spoil: ${each.name}`);
    const path = join(directory, `spoiled-${each.name.replaceAll(' ', '-')}.xml`);
    writeFileSync(path, xml);
    const rules = [rulesOf(file.document.model, each.profile), ...(each.profile === 'en16931-cii' ? ['mustang'] : [])];
    return rules.map((rule) => ({ ...each, check: { path, rules: rule } }));
  });
}

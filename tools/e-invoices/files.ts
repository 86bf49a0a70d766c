// Writes made documents in all formats, and compares the sums of each file with those of its document.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profiles } from '@tollgate/contracts/e-invoices';
import { missingFields, writeEInvoice, type EInvoice, type ProfileName } from '@tollgate/document/e-invoices';
import { currencyExponent, Decimal, roundHalfUp } from '@tollgate/rating';
import type { MadeDocument, SourceSums } from './documents.ts';

export interface WrittenFile {
  document: MadeDocument;
  profile: ProfileName;
  path: string;
  xml: string;
}

export const profileNames = Object.keys(profiles) as ProfileName[];

/** Writes a document in every format that its parties allow. */
export function writeFiles(documents: readonly MadeDocument[], directory: string): WrittenFile[] {
  mkdirSync(directory, { recursive: true });
  return documents.flatMap((document) =>
    profileNames
      .filter((profile) => missingFields(document.model, profile).length === 0)
      .map((profile) => {
        const path = join(directory, `${document.name}-${profile}.xml`);
        const xml = writeEInvoice(document.model, profile);
        writeFileSync(path, xml);
        return { document, profile, path, xml };
      }),
  );
}

const elements: Record<'cii' | 'ubl', Record<keyof SourceSums, string>> = {
  cii: {
    lines: 'ram:LineTotalAmount',
    withoutVat: 'ram:TaxBasisTotalAmount',
    vat: 'ram:TaxTotalAmount',
    withVat: 'ram:GrandTotalAmount',
    paid: 'ram:TotalPrepaidAmount',
    payable: 'ram:DuePayableAmount',
  },
  ubl: {
    lines: 'cbc:LineExtensionAmount',
    withoutVat: 'cbc:TaxExclusiveAmount',
    vat: 'cbc:TaxAmount',
    withVat: 'cbc:TaxInclusiveAmount',
    paid: 'cbc:PrepaidAmount',
    payable: 'cbc:PayableAmount',
  },
};

/** The part of a file that has the document's sums: lines have elements of the same names. */
const sumsPart = (xml: string, syntax: 'cii' | 'ubl'): string =>
  syntax === 'cii'
    ? (/<ram:SpecifiedTradeSettlementHeaderMonetarySummation>[^]*?<\/ram:Spec/.exec(xml)?.[0] ?? '')
    : `${/<cac:TaxTotal>[^]*?<\/cbc:TaxAmount>/.exec(xml)?.[0]}${/<cac:LegalMonetaryTotal>[^]*?<\/cac:Legal/.exec(xml)?.[0]}`;

const textOf = (part: string, name: string): string =>
  new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(part)?.[1] ?? '0.00';

/** A sum as two decimals show it; with more decimals the parts of a sum are rounded each. */
export function sumFaults({ document, profile, xml }: WrittenFile): string[] {
  const { syntax } = profiles[profile];
  const part = sumsPart(xml, syntax);
  const exponent = currencyExponent(document.currency);
  const tolerance = new Decimal(exponent > 2 ? '0.01' : 0);
  return (Object.keys(document.sums) as (keyof SourceSums)[]).flatMap((sum) => {
    const should = roundHalfUp(new Decimal(document.sums[sum]).div(new Decimal(10).pow(exponent)), 2);
    const text = textOf(part, elements[syntax][sum]);
    const isRight = new Decimal(text).minus(should).abs().lte(tolerance);
    return isRight ? [] : [`${sum}: ${text} is not ${should.toFixed(2)}`];
  });
}

/** The rules of phive for a file: group, artifact and version. */
export function rulesOf(model: EInvoice, profile: ProfileName): string {
  const isNote = model.typeCode === '381';
  const peppol = `${isNote ? 'creditnote' : 'invoice'}${model.isSelfBilled ? '-self-billing' : ''}`;
  const rules: Record<ProfileName, string> = {
    'en16931-cii': 'eu.cen.en16931:cii:1.3.16',
    'en16931-ubl': `eu.cen.en16931:ubl${isNote ? '-creditnote' : ''}:1.3.16`,
    'xrechnung-cii': 'de.xrechnung:cii:3.0.2',
    'xrechnung-ubl': `de.xrechnung:ubl-${isNote ? 'creditnote' : 'invoice'}:3.0.2`,
    'peppol-bis': `eu.peppol.bis3:${peppol}:2026.5`,
  };
  return rules[profile];
}

/**
 * Mustang reads CII. It fails on VAT that is not subject with a rate in the breakdown alone, which XRechnung requires
 * (BR-DE-14), so phive alone judges these.
 */
export const mustangReads = (model: EInvoice, profile: ProfileName): boolean =>
  profile === 'en16931-cii' || (profile === 'xrechnung-cii' && model.vat.every(({ category }) => category !== 'O'));

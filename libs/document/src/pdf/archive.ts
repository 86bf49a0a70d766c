import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

/** An e-invoice inside a file: CII. */
export interface EmbeddedXml {
  xml: string;
  /** The name of its format. */
  profile: string;
}

/** Parts of pdfkit that its types lack. */
interface ArchivedPdf {
  info: Record<string, unknown>;
  appendXML(xml: string): void;
  file(content: Buffer, options: Record<string, unknown>): void;
  endSubset(): void;
}

/** A property of a schema that PDF/A does not know (ISO 19005-3, 6.6.2.3.3). */
interface Property {
  name: string;
  valueType: 'Integer' | 'Text';
  /** Whether the file's maker states it, and not its software. */
  isExternal: boolean;
  description: string;
}

/** A schema of metadata that a file describes itself. */
interface Schema {
  title: string;
  uri: string;
  prefix: string;
  properties: Property[];
}

const universalAccess: Schema = {
  title: 'PDF/UA identification schema',
  uri: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [{ name: 'part', valueType: 'Integer', isExternal: false, description: 'The part of ISO 14289' }],
};

const text = (name: string, description: string): Property => ({
  name,
  valueType: 'Text',
  isExternal: true,
  description,
});

const facturX: Schema = {
  title: 'Factur-X PDFA Extension Schema',
  uri: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  prefix: 'fx',
  properties: [
    text('DocumentFileName', 'The name of the embedded XML document'),
    text('DocumentType', 'The type of the hybrid document'),
    text('Version', 'The version of the standard of the XML document'),
    text('ConformanceLevel', 'The conformance level of the XML document'),
  ],
};

/**
 * Completes a file for archives (PDF/A-3a), with its e-invoice inside (Factur-X, webhooks, section 9) and for readers of the blind (PDF/UA-1). The library writes
 * names into XML as they are, so they are escaped once the other metadata is written.
 */
export function archive(pdf: Pdf, embedded: EmbeddedXml | null, createdAt: Date): void {
  const archived = pdf as unknown as ArchivedPdf;
  if (embedded) attach(archived, embedded, createdAt);
  const endSubset = archived.endSubset.bind(archived);
  archived.endSubset = () => {
    endSubset();
    archived.appendXML(descriptionOf(embedded ? [universalAccess, facturX] : [universalAccess]));
    if (embedded) archived.appendXML(facturXOf(embedded));
    archived.appendXML(
      `<rdf:Description rdf:about="" xmlns:pdfuaid="${universalAccess.uri}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`,
    );
    for (const [key, value] of Object.entries(archived.info))
      if (typeof value === 'string') archived.info[key] = escaped(value);
  };
}

/** The name of the XML inside, and its level, by its format (Factur-X 1.0, ZUGFeRD 2). */
const levels = {
  xrechnung: { name: 'xrechnung.xml', level: 'XRECHNUNG', version: '3.0' },
  en16931: { name: 'factur-x.xml', level: 'EN 16931', version: '1.0' },
};
const levelOf = ({ profile }: EmbeddedXml) => levels[profile.startsWith('xrechnung') ? 'xrechnung' : 'en16931'];

/** The same XML, times included, gives the same file. */
function attach(pdf: ArchivedPdf, embedded: EmbeddedXml, createdAt: Date): void {
  pdf.file(Buffer.from(embedded.xml), {
    name: levelOf(embedded).name,
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: createdAt,
    modifiedDate: createdAt,
  });
}

function facturXOf(embedded: EmbeddedXml): string {
  const { name, level, version } = levelOf(embedded);
  return `
    <rdf:Description rdf:about="" xmlns:fx="${facturX.uri}">
      <fx:DocumentType>INVOICE</fx:DocumentType>
      <fx:DocumentFileName>${name}</fx:DocumentFileName>
      <fx:Version>${version}</fx:Version>
      <fx:ConformanceLevel>${level}</fx:ConformanceLevel>
    </rdf:Description>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function descriptionOf(schemas: Schema[]): string {
  return `
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
        xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas><rdf:Bag>${schemas.map(schemaXml).join('')}</rdf:Bag></pdfaExtension:schemas>
    </rdf:Description>`;
}

const schemaXml = ({ title, uri, prefix, properties }: Schema): string => `
      <rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>${title}</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
        <pdfaSchema:property><rdf:Seq>${properties.map(propertyXml).join('')}</rdf:Seq></pdfaSchema:property>
      </rdf:li>`;

const propertyXml = ({ name, valueType, isExternal, description }: Property): string => `
          <rdf:li rdf:parseType="Resource">
            <pdfaProperty:name>${name}</pdfaProperty:name>
            <pdfaProperty:valueType>${valueType}</pdfaProperty:valueType>
            <pdfaProperty:category>${isExternal ? 'external' : 'internal'}</pdfaProperty:category>
            <pdfaProperty:description>${description}</pdfaProperty:description>
          </rdf:li>`;

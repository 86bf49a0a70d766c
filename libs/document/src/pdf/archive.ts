import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

/** Parts of pdfkit that its types lack. */
interface ArchivedPdf {
  info: Record<string, unknown>;
  appendXML(xml: string): void;
  endSubset(): void;
}

/** A property of a schema that PDF/A does not know (ISO 19005-3, 6.6.2.3.3). */
interface Property {
  name: string;
  valueType: 'Integer' | 'Text';
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
  properties: [{ name: 'part', valueType: 'Integer', description: 'The part of ISO 14289' }],
};

/**
 * Completes the metadata of a file for archives (PDF/A-3a) and for readers of the blind (PDF/UA-1). The library writes
 * names into XML as they are, so they are escaped once the other metadata is written.
 */
export function archive(pdf: Pdf): void {
  const archived = pdf as unknown as ArchivedPdf;
  const endSubset = archived.endSubset.bind(archived);
  archived.endSubset = () => {
    endSubset();
    archived.appendXML(descriptionOf([universalAccess]));
    archived.appendXML(
      `<rdf:Description rdf:about="" xmlns:pdfuaid="${universalAccess.uri}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`,
    );
    for (const [key, value] of Object.entries(archived.info))
      if (typeof value === 'string') archived.info[key] = escaped(value);
  };
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

const propertyXml = ({ name, valueType, description }: Property): string => `
          <rdf:li rdf:parseType="Resource">
            <pdfaProperty:name>${name}</pdfaProperty:name>
            <pdfaProperty:valueType>${valueType}</pdfaProperty:valueType>
            <pdfaProperty:category>internal</pdfaProperty:category>
            <pdfaProperty:description>${description}</pdfaProperty:description>
          </rdf:li>`;

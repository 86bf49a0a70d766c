// The official schemas of CII D16B and UBL 2.1: a quick check of files, without Java.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { XmlBufferInputProvider, XmlDocument, XmlLibError, xmlRegisterInputProvider, XsdValidator } from 'libxml2-wasm';

export type SchemaName = 'cii' | 'ubl-invoice' | 'ubl-credit-note';

const folder = join(import.meta.dirname, 'schemas');
const roots: Record<SchemaName, string> = {
  cii: 'cii-d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd',
  'ubl-invoice': 'ubl-2.1/maindoc/UBL-Invoice-2.1.xsd',
  'ubl-credit-note': 'ubl-2.1/maindoc/UBL-CreditNote-2.1.xsd',
};

const addressOf = (path: string): string => pathToFileURL(join(folder, path)).href;

/** The module of UBL that names the contents of extensions, which a community replaces; the files have none. */
const extensions = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"
  targetNamespace="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">
  <xsd:complexType name="ExtensionContentType">
    <xsd:sequence><xsd:any namespace="##other" processContents="lax"/></xsd:sequence>
  </xsd:complexType>
</xsd:schema>`;

const componentTypes = 'urn:un:unece:uncefact:data:specification:CoreComponentTypeSchemaModule:2';

/** A schema that imports another one, and first the types that UBL imports without saying where they are. */
const schemaOf = (name: SchemaName, namespace: string): string => `<xsd:schema
  xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  ${name === 'cii' ? '' : importOf(componentTypes, 'ubl-2.1/common/CCTS_CCT_SchemaModule.xsd')}
  ${importOf(namespace, roots[name])}
</xsd:schema>`;

const importOf = (namespace: string, path: string): string =>
  `<xsd:import namespace="${namespace}" schemaLocation="${addressOf(path)}"/>`;

function register(): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.xsd.gz'));
  const files = names.map((path) => [addressOf(path.slice(0, -3)), gunzipSync(readFileSync(join(folder, path)))]);
  const replaced = [addressOf('ubl-2.1/common/UBL-ExtensionContentDataType-2.1.xsd'), Buffer.from(extensions)];
  const provided = Object.fromEntries([...files, replaced]) as Record<string, Uint8Array>;
  xmlRegisterInputProvider(new XmlBufferInputProvider(provided));
}

let isRegistered = false;
const validators = new Map<SchemaName, XsdValidator>();

function validatorOf(name: SchemaName): XsdValidator {
  const known = validators.get(name);
  if (known) return known;
  if (!isRegistered) register();
  isRegistered = true;
  const root = gunzipSync(readFileSync(join(folder, `${roots[name]}.gz`))).toString();
  const namespace = /targetNamespace="([^"]+)"/.exec(root)?.[1] ?? '';
  const schema = XmlDocument.fromString(schemaOf(name, namespace));
  const validator = XsdValidator.fromDoc(schema);
  schema.dispose();
  validators.set(name, validator);
  return validator;
}

/** The errors that a schema finds in a file; none in a valid one. */
export function schemaFaults(xml: string, name: SchemaName): string[] {
  const validator = validatorOf(name);
  try {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
    } finally {
      document.dispose();
    }
    return [];
  } catch (error) {
    if (error instanceof XmlLibError) return error.details.map(({ message }) => message.trim());
    throw error;
  }
}

import { validateXML } from 'xmllint-wasm';

/** The problems that libxml2 finds in XML by a schema. */
export async function xmllint(xml: string, schema: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [{ fileName: 'schema.xsd', contents: schema }],
  });
  return errors.map(({ message }) => message);
}

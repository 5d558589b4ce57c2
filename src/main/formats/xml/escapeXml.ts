/** Characters that XML 1.0 does not allow, even as references. */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** The text for an element or an attribute in double quotes, without characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"\r]/g, (sign) => references[sign]!);
}

import { expect, test } from 'vitest';
import { isAddressAccepted, splitAddress } from '../../../src/shared/text/webAddress.ts';

/** Addresses, and the parts that `urlsplit` of Python 3.11 returns for them: scheme, host, path, query, fragment; null: it raises. */
const rows: [string, string[] | null][] = [
  ['https://a.org/x?y=1#z', ['https', 'a.org', '/x', 'y=1', 'z']],
  ['HTTP://A.org', ['http', 'A.org', '', '', '']],
  ['a.org/x', ['', '', 'a.org/x', '', '']],
  ['//a.org/x', ['', 'a.org', '/x', '', '']],
  ['https:', ['https', '', '', '', '']],
  ['https://a.org?x#y?z', ['https', 'a.org', '', 'x', 'y?z']],
  ['https://a.org#y?x', ['https', 'a.org', '', '', 'y?x']],
  ['https://a.org/a#b#c?d', ['https', 'a.org', '/a', '', 'b#c?d']],
  ['mailto:x@a.org', ['mailto', '', 'x@a.org', '', '']],
  ['1http://a.org', ['', '', '1http://a.org', '', '']],
  ['h+t-t.p1://a.org', ['h+t-t.p1', 'a.org', '', '', '']],
  ['h_t://a.org', ['', '', 'h_t://a.org', '', '']],
  [' \u0000https://a.org', ['https', 'a.org', '', '', '']],
  ['ht\ntps://a\t.org/\rx', ['https', 'a.org', '/x', '', '']],
  ['https://a b.org/', ['https', 'a b.org', '/', '', '']],
  ['https://me:pw@a.org:8080/x', ['https', 'me:pw@a.org:8080', '/x', '', '']],
  ['https://[::1]/x', ['https', '[::1]', '/x', '', '']],
  ['https://[::1', null],
  ['https://::1]/', null],
  ['https://[1:2:3:4:5:6:7:8]/', ['https', '[1:2:3:4:5:6:7:8]', '/', '', '']],
  ['https://[1:2:3:4:5:6:7]/', null],
  ['https://[1:2:3:4:5:6:7:8:9]/', null],
  ['https://[1::8]/', ['https', '[1::8]', '/', '', '']],
  ['https://[1:2:3:4:5:6:7::]/', ['https', '[1:2:3:4:5:6:7::]', '/', '', '']],
  ['https://[1:2:3:4:5:6:7::8]/', null],
  ['https://[::]/', ['https', '[::]', '/', '', '']],
  ['https://[:1:2:3:4:5:6:7]/', null],
  ['https://[1:2:3:4:5:6:7:]/', null],
  ['https://[:1::2]/', null],
  ['https://[1::2:]/', null],
  ['https://[1:::2]/', null],
  ['https://[1::2::3]/', null],
  ['https://[12345::]/', null],
  ['https://[g::]/', null],
  ['https://[::1.2.3.4]/', ['https', '[::1.2.3.4]', '/', '', '']],
  ['https://[::1.2.3.256]/', null],
  ['https://[::1.2.3.255]/', ['https', '[::1.2.3.255]', '/', '', '']],
  ['https://[::01.2.3.4]/', null],
  ['https://[::0.0.0.0]/', ['https', '[::0.0.0.0]', '/', '', '']],
  ['https://[::1.2.3]/', null],
  ['https://[1:2:3:4:5:6:1.2.3.4]/', ['https', '[1:2:3:4:5:6:1.2.3.4]', '/', '', '']],
  ['https://[1:2:3:4:5:6:7:1.2.3.4]/', null],
  ['https://[1.2.3.4]/', null],
  ['https://[v1.x]/', ['https', '[v1.x]', '/', '', '']],
  ['https://[v.x]/', null],
  ['https://[vg.x]/', null],
  ['https://[v1.]/', null],
  ['https://[va1F.x:y]/', ['https', '[va1F.x:y]', '/', '', '']],
  ['https://[::1%eth0]/', ['https', '[::1%eth0]', '/', '', '']],
  ['https://[::1%]/', null],
  ['https://[::1%a%b]/', null],
  ['https://[]/', null],
  ['https://a\u2100.org/', null],
  ['https://a\uff0fb.org/', null],
  ['https://a\uff1ab/', null],
  ['https://\u00e9.org/', ['https', '\u00e9.org', '/', '', '']],
  ['https://e\u0301.org/', ['https', 'e\u0301.org', '/', '', '']],
  ['https://\uff41.org/', ['https', '\uff41.org', '/', '', '']],
  ['https://a\u2100@b.org/', null],
  ['https://a.org/\u2100', ['https', 'a.org', '/\u2100', '', '']],
  ['https://user:p\u00e9@a.org', ['https', 'user:p\u00e9@a.org', '', '', '']],
  ['https://[:1:2:3:4:5:6:7:8]/', null],
  ['https://[1:2:3:4:5:6:7:8:]/', null],
  ['https://[1234::]/', ['https', '[1234::]', '/', '', '']],
  ['https://[::1.2.3.4x]/', null],
  ['https://[::10.2.3.4]/', ['https', '[::10.2.3.4]', '/', '', '']],
  ['https://[::1.2.3.104]/', ['https', '[::1.2.3.104]', '/', '', '']],
  ['https://[::1g]/', null],
  ['https://[1::22::3]/', null],
  ['https://[vv1.x]/', null],
];

test.each(rows)('%j is split as by Python', (text, expected) => {
  const parts = splitAddress(text);
  expect(parts && [parts.scheme, parts.host, parts.path, parts.query, parts.fragment]).toEqual(expected);
});

test('an address is accepted if its scheme begins with http, without its outer blanks', () => {
  for (const text of ['http:', 'HTTPS://a.org', 'httpx://a.org', '\u00a0https://a.org '])
    expect(isAddressAccepted(text)).toBe(true);
  for (const text of [
    '',
    ' ',
    'a.org',
    'ftp://a.org',
    'xhttp://a.org',
    'https://[::1',
    '\ufeffhttps://a.org',
  ])
    expect(isAddressAccepted(text)).toBe(false);
});
